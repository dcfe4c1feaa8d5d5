package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Capabilities;
import io.kubernetes.client.openapi.models.V1EmptyDirVolumeSource;
import io.kubernetes.client.openapi.models.V1LocalObjectReference;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaimSpec;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaimVolumeSource;
import io.kubernetes.client.openapi.models.V1PodSecurityContext;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1SeccompProfile;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecurityContext;
import io.kubernetes.client.openapi.models.V1TypedLocalObjectReference;
import io.kubernetes.client.openapi.models.V1Volume;
import io.kubernetes.client.openapi.models.V1VolumeMount;
import io.kubernetes.client.openapi.models.V1VolumeResourceRequirements;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Common parts of the manifests of databases and imports. */
public final class PodParts {
  /** The label of nodes with their processor architecture. */
  public static final String ARCHITECTURE = "kubernetes.io/arch";

  /** Tells the cluster autoscaler which pods may be moved to other nodes. */
  private static final String SAFE_TO_EVICT = "cluster-autoscaler.kubernetes.io/safe-to-evict";

  private static final String READ_WRITE_ONCE = "ReadWriteOnce";

  private PodParts() {}

  /** Returns a pod that meets the restricted Pod Security Standard, without an API token. */
  public static V1PodSpec restrictedPod(PodImage image) {
    V1PodSpec pod =
        new V1PodSpec()
            // Otherwise the client sends an empty overhead, which admission rejects.
            .overhead(null)
            .automountServiceAccountToken(false)
            .enableServiceLinks(false)
            .securityContext(
                new V1PodSecurityContext()
                    .runAsNonRoot(true)
                    .runAsUser(PodLayout.USER)
                    .runAsGroup(PodLayout.USER)
                    .fsGroup(PodLayout.USER)
                    // Otherwise every start makes the data directory accessible to the group.
                    .fsGroupChangePolicy("OnRootMismatch")
                    .seccompProfile(new V1SeccompProfile().type("RuntimeDefault")));
    image.architecture().ifPresent(name -> pod.putNodeSelectorItem(ARCHITECTURE, name));
    image
        .pullSecret()
        .ifPresent(name -> pod.addImagePullSecretsItem(new V1LocalObjectReference().name(name)));
    return pod;
  }

  /** Returns the settings of the restricted Pod Security Standard. */
  public static V1SecurityContext restrictedContainer() {
    return new V1SecurityContext()
        .allowPrivilegeEscalation(false)
        .readOnlyRootFilesystem(true)
        .capabilities(new V1Capabilities().addDropItem("ALL"));
  }

  /** Returns the annotation of a pod that can restart elsewhere without these local volumes. */
  static Map<String, String> evictable(List<String> volumes) {
    return Map.of(SAFE_TO_EVICT + "-local-volumes", String.join(",", volumes));
  }

  /** Returns the annotation of a pod whose work would be lost. */
  static Map<String, String> notEvictable() {
    return Map.of(SAFE_TO_EVICT, "false");
  }

  public static V1Volume claimed(String name, String claim) {
    return new V1Volume()
        .name(name)
        .persistentVolumeClaim(new V1PersistentVolumeClaimVolumeSource().claimName(claim));
  }

  /** Returns an ephemeral folder on the node's disk, of limited size. */
  public static V1Volume folder(String name, Quantity most) {
    return new V1Volume().name(name).emptyDir(new V1EmptyDirVolumeSource().sizeLimit(most));
  }

  /** Returns an ephemeral folder in memory. */
  public static V1Volume memoryFolder(String name) {
    return new V1Volume().name(name).emptyDir(new V1EmptyDirVolumeSource().medium("Memory"));
  }

  public static V1VolumeMount mount(String volume, Path place) {
    return new V1VolumeMount().name(volume).mountPath(place.toString());
  }

  public static V1PersistentVolumeClaim claim(
      V1ObjectMeta metadata,
      Optional<String> storageClass,
      Quantity size,
      Optional<String> snapshot) {
    V1PersistentVolumeClaimSpec spec =
        new V1PersistentVolumeClaimSpec()
            .accessModes(List.of(READ_WRITE_ONCE))
            .storageClassName(storageClass.orElse(null))
            .resources(new V1VolumeResourceRequirements().requests(Map.of("storage", size)));
    snapshot.ifPresent(
        name ->
            spec.dataSource(
                new V1TypedLocalObjectReference()
                    .apiGroup("snapshot.storage.k8s.io")
                    .kind("VolumeSnapshot")
                    .name(name)));
    return new V1PersistentVolumeClaim()
        .apiVersion("v1")
        .kind("PersistentVolumeClaim")
        .metadata(metadata)
        .spec(spec);
  }

  public static V1Secret secret(V1ObjectMeta metadata) {
    return new V1Secret().apiVersion("v1").kind("Secret").metadata(metadata).type("Opaque");
  }

  /** Makes the cluster delete an object along with the Secret. */
  public static V1OwnerReference ownedBy(V1Secret secret) {
    return new V1OwnerReference()
        .apiVersion("v1")
        .kind("Secret")
        .name(secret.getMetadata().getName())
        .uid(secret.getMetadata().getUid())
        .blockOwnerDeletion(true);
  }

  public static Quantity millis(int count) {
    return Quantity.fromString(count + "m");
  }

  public static Quantity mebibytes(long count) {
    return Quantity.fromString(count + "Mi");
  }
}
