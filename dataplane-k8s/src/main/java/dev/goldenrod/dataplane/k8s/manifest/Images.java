package dev.goldenrod.dataplane.k8s.manifest;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The images of engines.
 *
 * @param registry what stands before the official names, with its slash; may be empty
 * @param replacements images by {@code type:release}, in place of the official ones
 * @param pullSecret the Secret with which they are pulled
 */
public record Images(
    String registry, Map<String, String> replacements, Optional<String> pullSecret) {
  private static final Map<String, String> OFFICIAL =
      Map.of("postgresql", "postgres", "mysql", "mysql", "mongodb", "mongo");

  public Images {
    Objects.requireNonNull(registry);
    replacements = Map.copyOf(replacements);
    Objects.requireNonNull(pullSecret);
  }

  /**
   * What a pod of an engine's release runs, whatever its image's name means by now.
   *
   * @param build that its data is of; what is not known of it is as configured
   * @throws IllegalArgumentException when there is no image of that type
   */
  public PodImage of(String type, String release, EngineBuild build) {
    return new PodImage(
        build.image().orElseGet(() -> of(type, release)), build.architecture(), pullSecret);
  }

  /**
   * The image of an engine's release.
   *
   * @throws IllegalArgumentException when there is none of that type
   */
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
