package dev.goldenrod.dataplane.k8s.manifest;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The images of engines.
 *
 * @param registry prefix of the official names, with its slash; may be empty
 * @param replacements images by {@code type:release}, in place of the official ones
 * @param pullSecret the Secret with the credentials for pulling
 */
public record Images(
    String registry, Map<String, String> replacements, Optional<String> pullSecret) {
  /**
   * The image of an engine's pod.
   *
   * @param name by which it is pulled
   * @param architecture of the nodes that may run the pod, as in {@code amd64}; empty for any
   * @param pullSecret the Secret with the credentials for pulling
   */
  public record PodImage(String name, Optional<String> architecture, Optional<String> pullSecret) {
    public PodImage {
      Objects.requireNonNull(name);
      Objects.requireNonNull(architecture);
      Objects.requireNonNull(pullSecret);
    }
  }

  private static final Map<String, String> OFFICIAL =
      Map.of("postgresql", "postgres", "mysql", "mysql", "mongodb", "mongo");

  public Images {
    Objects.requireNonNull(registry);
    replacements = Map.copyOf(replacements);
    Objects.requireNonNull(pullSecret);
  }

  /**
   * Returns the build's exact image if known, else the configured one.
   *
   * @throws IllegalArgumentException if there is no image of that type
   */
  public PodImage of(String type, String release, EngineBuild build) {
    return new PodImage(
        build.image().orElseGet(() -> of(type, release)), build.architecture(), pullSecret);
  }

  /** Returns the configured image of an engine's release. */
  public String of(String type, String release) {
    String replacement = replacements.get(type + ":" + release);
    if (replacement != null) {
      return replacement;
    }
    String official = OFFICIAL.get(type);
    if (official == null) {
      throw new IllegalArgumentException("no image is known for engines of type " + type);
    }
    return registry + official + ":" + release;
  }
}
