package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1Pod;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The exact programs that made or last served data, as annotations of the object that describes the
 * data. A tag such as {@code postgres:15} can move at any time to another minor release, and to
 * another C library with other sort orders. Unknown parts are empty.
 *
 * @param image by its digest
 * @param imageName the configured name when the image was taken
 * @param architecture of the nodes that it ran on, as in {@code amd64}
 * @param isReindexDue whether the indexes have another image's sort order, and must be rebuilt
 *     before this one serves the data
 */
public record EngineBuild(
    Optional<String> image,
    Optional<String> imageName,
    Optional<String> architecture,
    boolean isReindexDue) {
  public static final EngineBuild UNKNOWN =
      new EngineBuild(Optional.empty(), Optional.empty(), Optional.empty(), false);

  public static final String IMAGE = "goldenrod.dev/image";

  private static final String IMAGE_NAME = "goldenrod.dev/image-name";
  private static final String ARCHITECTURE = "goldenrod.dev/architecture";
  private static final String REINDEX = "goldenrod.dev/reindex";
  private static final String DUE = "due";
  private static final List<String> ALL = List.of(IMAGE, IMAGE_NAME, ARCHITECTURE, REINDEX);

  /** As nodes report it, some with the name of their runtime as a scheme. */
  private static final Pattern IMAGE_ID =
      Pattern.compile("(?:[a-z-]+://)?([^@]+)@(sha256:[0-9a-f]{64})");

  private static final String USUAL_REGISTRY = "docker.io/";

  public EngineBuild {
    Objects.requireNonNull(image);
    Objects.requireNonNull(imageName);
    Objects.requireNonNull(architecture);
  }

  public static EngineBuild of(KubernetesObject object) {
    return new EngineBuild(
        Annotations.of(object, IMAGE),
        Annotations.of(object, IMAGE_NAME),
        Annotations.of(object, ARCHITECTURE),
        Annotations.of(object, REINDEX).isPresent());
  }

  /**
   * Returns the build that the pod's server runs, without the digest of an image that was loaded
   * onto the node by hand, which no registry knows.
   *
   * @param architecture of the pod's node
   */
  public static EngineBuild running(V1Pod pod, Optional<String> architecture) {
    String named = pod.getSpec().getContainers().get(0).getImage();
    return new EngineBuild(
        imageOf(pod, named),
        Optional.of(named).filter(name -> !isByDigest(name)),
        architecture,
        false);
  }

  public EngineBuild reindexing(boolean isDue) {
    return new EngineBuild(image, imageName, architecture, isDue);
  }

  /** Returns whether the build is of the configured image, as far as is known. */
  public boolean isOf(String configured) {
    return imageName
        .or(() -> image.filter(own -> isByDigest(configured)))
        .filter(own -> !own.equals(configured))
        .isEmpty();
  }

  public Map<String, String> annotations() {
    Map<String, String> annotations = new LinkedHashMap<>();
    image.ifPresent(value -> annotations.put(IMAGE, value));
    imageName.ifPresent(value -> annotations.put(IMAGE_NAME, value));
    architecture.ifPresent(value -> annotations.put(ARCHITECTURE, value));
    if (isReindexDue) {
      annotations.put(REINDEX, DUE);
    }
    return annotations;
  }

  /** Adds the known parts to a patch of annotations, and sets or removes a due reindex. */
  public JsonObject addTo(JsonObject patch) {
    JsonObject values = Annotations.in(patch);
    values.add(REINDEX, JsonNull.INSTANCE);
    annotations().forEach(values::addProperty);
    return patch;
  }

  /** Adds all parts to a merge patch, and removes the annotations of unknown ones. */
  public JsonObject replaceIn(JsonObject patch) {
    JsonObject values = Annotations.in(patch);
    ALL.forEach(name -> values.add(name, JsonNull.INSTANCE));
    return addTo(patch);
  }

  private static Optional<String> imageOf(V1Pod pod, String named) {
    return PodStates.imageId(pod)
        .map(IMAGE_ID::matcher)
        .filter(Matcher::matches)
        .filter(id -> complete(id.group(1)).equals(complete(repository(named))))
        .map(id -> repository(named) + "@" + id.group(2));
  }

  /** Returns whether the image is named by its digest, which makes it immutable. */
  public static boolean isByDigest(String image) {
    return image.contains("@");
  }

  private static String repository(String image) {
    String name = image.replaceFirst("@.*", "");
    int colon = name.lastIndexOf(':');
    return colon > name.lastIndexOf('/') ? name.substring(0, colon) : name;
  }

  private static String complete(String repository) {
    int slash = repository.indexOf('/');
    if (slash < 0) {
      return USUAL_REGISTRY + "library/" + repository;
    }
    String first = repository.substring(0, slash);
    boolean isHost = first.contains(".") || first.contains(":") || first.equals("localhost");
    return isHost ? repository : USUAL_REGISTRY + repository;
  }
}
