package dev.goldenrod.dataplane.k8s.simulated.object;

import org.jspecify.annotations.Nullable;

/**
 * A kind of objects as the API serves them.
 *
 * @param model the client's class that knows the fields; null for custom resources
 * @param hasStatus whether the status is a subresource, which writes of the object leave alone
 */
public record ResourceType(
    String group,
    String version,
    String plural,
    String kind,
    boolean namespaced,
    @Nullable Class<?> model,
    boolean hasStatus) {
  /** As it stands in an object. */
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** As error messages name it, as in {@code statefulsets.apps}. */
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  @Override
  public String toString() {
    return qualified();
  }
}
