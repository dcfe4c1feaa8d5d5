package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
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
 * The very programs that data was made or last served by, as annotations of the object that tells
 * of the data: a name such as {@code postgres:15} means another minor release, and perhaps another
 * C library with other sort orders, as soon as somebody pushes one. What is not known is empty.
 *
 * @param image by its digest
 * @param imageName the name that the image was configured by when it was taken
 * @param architecture of the nodes that it ran on, as in {@code amd64}
 * @param isReindexDue whether the indexes of the data are in the order of another image, and have
 *     to be built anew before this one serves it
 */
public record EngineBuild(
    Optional<String> image,
    Optional<String> imageName,
    Optional<String> architecture,
    boolean isReindexDue) {
  /** Of data of which nothing is known. */
  public static final EngineBuild UNKNOWN =
      new EngineBuild(Optional.empty(), Optional.empty(), Optional.empty(), false);

  /** The annotation that has the image. */
  public static final String IMAGE = "goldenrod.dev/image";

  private static final String IMAGE_NAME = "goldenrod.dev/image-name";
  private static final String ARCHITECTURE = "goldenrod.dev/architecture";
  private static final String REINDEX = "goldenrod.dev/reindex";
  private static final String DUE = "due";
  private static final List<String> ALL = List.of(IMAGE, IMAGE_NAME, ARCHITECTURE, REINDEX);

  /** As nodes tell it, some with the name of their runtime before it. */
  private static final Pattern IMAGE_ID =
      Pattern.compile("(?:[a-z-]+://)?([^@]+)@(sha256:[0-9a-f]{64})");

  private static final String USUAL_REGISTRY = "docker.io/";

  public EngineBuild {
    Objects.requireNonNull(image);
    Objects.requireNonNull(imageName);
    Objects.requireNonNull(architecture);
  }

  /** What the object tells. */
  public static EngineBuild of(KubernetesObject object) {
    return new EngineBuild(
        Annotations.of(object, IMAGE),
        Annotations.of(object, IMAGE_NAME),
        Annotations.of(object, ARCHITECTURE),
        Annotations.of(object, REINDEX).isPresent());
  }

  /**
   * What the pod's server runs by. An image that was put on the node by hand has a digest that no
   * registry knows, or another name, and is not told.
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

  /** The same for data whose indexes have to be built anew for it, or need not. */
  public EngineBuild reindexing(boolean isDue) {
    return new EngineBuild(image, imageName, architecture, isDue);
  }

  /** Whether it is of the image that is configured by that name, as far as is known. */
  public boolean isOf(String configured) {
    return imageName
        .or(() -> image.filter(own -> isByDigest(configured)))
        .filter(own -> !own.equals(configured))
        .isEmpty();
  }

  /** The annotations that tell of it. */
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

  /** Adds what is known to a merge patch of annotations, and whether the indexes are due. */
  public JsonObject addTo(JsonObject patch) {
    put(patch, REINDEX, JsonNull.INSTANCE);
    annotations().forEach((name, value) -> put(patch, name, new JsonPrimitive(value)));
    return patch;
  }

  /** The same, and removes from the object what is not known. */
  public JsonObject replaceIn(JsonObject patch) {
    ALL.forEach(name -> put(patch, name, JsonNull.INSTANCE));
    return addTo(patch);
  }

  private static void put(JsonObject patch, String name, JsonElement value) {
    patch.getAsJsonObject("metadata").getAsJsonObject("annotations").add(name, value);
  }

  private static Optional<String> imageOf(V1Pod pod, String named) {
    return PodStates.imageId(pod)
        .map(IMAGE_ID::matcher)
        .filter(Matcher::matches)
        .filter(id -> complete(id.group(1)).equals(complete(repository(named))))
        .map(id -> repository(named) + "@" + id.group(2));
  }

  /** Whether the image is named by its digest, and so is the same wherever it is pulled. */
  public static boolean isByDigest(String image) {
    return image.contains("@");
  }

  /** Without tag and digest. */
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
