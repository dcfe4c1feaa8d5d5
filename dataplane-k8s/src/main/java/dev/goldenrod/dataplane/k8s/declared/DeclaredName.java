package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.dataplane.k8s.client.DeclaredKind;

/** Which object of the cluster. */
record DeclaredName(DeclaredKind kind, String namespace, String name) {
  /** For people. */
  @Override
  public String toString() {
    return "%s %s/%s".formatted(kind.wireName(), namespace, name);
  }
}
