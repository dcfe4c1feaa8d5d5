package dev.goldenrod.dataplane.k8s.client;

/** The kinds of objects by which people declare what they want. */
public enum DeclaredKind {
  CLONE(Kinds.CLONE),
  DATABASE(Kinds.DATABASE);

  private final ObjectKind kind;

  DeclaredKind(ObjectKind kind) {
    this.kind = kind;
  }

  ObjectKind kind() {
    return kind;
  }

  /** As in manifests: {@code Clone} or {@code Database}. */
  public String wireName() {
    return kind.name();
  }

  /** As in manifests: the group and its version. */
  public String apiVersion() {
    return kind.group() + "/" + kind.version();
  }
}
