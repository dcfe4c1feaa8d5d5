package dev.goldenrod.dataplane.k8s.client;

/** The kinds of custom resources that declare databases. */
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

  /** Returns the kind as in manifests: {@code Clone} or {@code Database}. */
  public String wireName() {
    return kind.name();
  }

  /** Returns the API group and version, as in manifests. */
  public String apiVersion() {
    return kind.group() + "/" + kind.version();
  }
}
