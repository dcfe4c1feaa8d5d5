package dev.goldenrod.dataplane.k8s.manifest;

import io.kubernetes.client.common.KubernetesObject;
import java.util.Objects;

/** The metadata of objects that exist in the cluster. */
public final class Metadata {
  private Metadata() {}

  public static String name(KubernetesObject object) {
    return Objects.requireNonNull(object.getMetadata().getName());
  }

  public static String uid(KubernetesObject object) {
    return Objects.requireNonNull(object.getMetadata().getUid());
  }

  public static boolean isBeingDeleted(KubernetesObject object) {
    return object.getMetadata().getDeletionTimestamp() != null;
  }
}
