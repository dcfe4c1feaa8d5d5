package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.dataplane.k8s.client.DeclaredKind;

record DeclaredName(DeclaredKind kind, String namespace, String name) {
  @Override
  public String toString() {
    return "%s %s/%s".formatted(kind.wireName(), namespace, name);
  }
}
