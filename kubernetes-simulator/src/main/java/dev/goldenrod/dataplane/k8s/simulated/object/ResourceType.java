package dev.goldenrod.dataplane.k8s.simulated.object;

import org.jspecify.annotations.Nullable;

/**
 * A resource type of the simulated API.
 *
 * @param model the client's model class, which defines the known fields; null for custom resources
 * @param hasStatus whether the status is a subresource, which writes of the object do not change
 */
public record ResourceType(
    String group,
    String version,
    String plural,
    String kind,
    boolean namespaced,
    @Nullable Class<?> model,
    boolean hasStatus) {
  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Returns the name that error messages use, as in {@code statefulsets.apps}. */
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  @Override
  public String toString() {
    return qualified();
  }
}
