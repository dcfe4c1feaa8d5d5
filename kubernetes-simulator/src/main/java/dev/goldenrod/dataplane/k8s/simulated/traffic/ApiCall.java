package dev.goldenrod.dataplane.k8s.simulated.traffic;

import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;

/** One request to the API, in the terms of RBAC rules. Texts that do not apply are empty. */
public record ApiCall(
    String verb, ResourceType type, String subresource, String namespace, String name) {
  public String resource() {
    return subresource.isEmpty() ? type.plural() : type.plural() + "/" + subresource;
  }

  public String group() {
    return type.group();
  }
}
