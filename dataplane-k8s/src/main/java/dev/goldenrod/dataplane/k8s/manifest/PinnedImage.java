package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.JsonObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1ContainerStatus;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodStatus;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The very image that a database's data was last served by, as an annotation of the object that has
 * its credentials: a name such as {@code postgres:15} means another minor release, and perhaps
 * another C library with other sort orders, as soon as somebody pushes one.
 */
public final class PinnedImage {
  /** The annotation's name. */
  public static final String ANNOTATION = "goldenrod.dev/image";

  /** As nodes tell it, some with the name of their runtime before it. */
  private static final Pattern IMAGE_ID =
      Pattern.compile("(?:[a-z-]+://)?([^@]+)@(sha256:[0-9a-f]{64})");

  private static final String USUAL_REGISTRY = "docker.io/";

  private PinnedImage() {}

  /** The image that the object notes; empty when none was known. */
  public static Optional<String> of(KubernetesObject object) {
    return Annotations.of(object, ANNOTATION);
  }

  /** Adds the image that the pod's server runs in to a merge patch, if it can be pulled again. */
  public static JsonObject in(JsonObject patch, Optional<V1Pod> pod) {
    pod.flatMap(PinnedImage::running).ifPresent(image -> note(patch, image));
    return patch;
  }

  /** Adds that image to a merge patch. */
  public static void note(JsonObject patch, String image) {
    patch.getAsJsonObject("metadata").getAsJsonObject("annotations").addProperty(ANNOTATION, image);
  }

  /**
   * The image of the pod's server by its digest. One that was put on the node by hand has a digest
   * that no registry knows, or another name, and is not told.
   */
  static Optional<String> running(V1Pod pod) {
    String named = pod.getSpec().getContainers().get(0).getImage();
    return Optional.ofNullable(pod.getStatus())
        .map(V1PodStatus::getContainerStatuses)
        .flatMap(statuses -> statuses.stream().findFirst())
        .map(V1ContainerStatus::getImageID)
        .map(IMAGE_ID::matcher)
        .filter(Matcher::matches)
        .filter(id -> complete(id.group(1)).equals(complete(repository(named))))
        .map(id -> repository(named) + "@" + id.group(2));
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
