package dev.goldenrod.dataplane.k8s.simulated.traffic;

import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;

/**
 * One request, in the words of a role's rules.
 *
 * @param subresource empty for the object itself
 * @param namespace empty for all of them and for cluster-scoped objects
 * @param name empty for collections
 */
public record ApiCall(
    String verb, ResourceType type, String subresource, String namespace, String name) {
  /** As a rule names it, as in {@code pods/exec}. */
  public String resource() {
    return subresource.isEmpty() ? type.plural() : type.plural() + "/" + subresource;
  }

  public String group() {
    return type.group();
  }
}
