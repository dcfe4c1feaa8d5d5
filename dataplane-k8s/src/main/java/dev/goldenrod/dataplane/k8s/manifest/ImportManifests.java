package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.source.SourceConnection;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/** The objects of an import. All are owned by its Secret, which has the state of its steps. */
public final class ImportManifests {
  private static final long GIBIBYTE = 1L << 30;
  private static final long SPARE_GIBIBYTES = 2;

  private ImportManifests() {}

  public static String name(UUID id) {
    return "import-" + id;
  }

  public static String dumpName(UUID id) {
    return name(id) + "-dump";
  }

  public static V1Secret secret(UUID id) {
    return PodParts.secret(metadata(id));
  }

  public static V1PersistentVolumeClaim loadClaim(
      UUID id, V1Secret owner, String storageClass, long sourceBytes) {
    return claim(owned(id, owner, name(id)), storageClass, sourceBytes);
  }

  /** Returns the claim of the volume for the dump, which no clone shares. */
  public static V1PersistentVolumeClaim dumpClaim(
      UUID id, V1Secret owner, String storageClass, long sourceBytes) {
    return claim(owned(id, owner, dumpName(id)), storageClass, sourceBytes);
  }

  /** Returns the pod that loads the dump, and thereby runs code of the source. */
  public static V1Pod loadPod(UUID id, V1Secret owner, PodImage image) {
    return StagingManifests.pod(
        owned(id, owner, name(id)),
        Map.of(PodLayout.VOLUME, name(id), PodLayout.SCRATCH, dumpName(id)),
        image);
  }

  /** Returns the pod that dumps the source. It runs no code of the source. */
  public static V1Pod dumpPod(UUID id, V1Secret owner, PodImage image) {
    V1ObjectMeta metadata = owned(id, owner, dumpName(id));
    metadata.labels(dumpLabels(id));
    return StagingManifests.pod(metadata, Map.of(PodLayout.SCRATCH, dumpName(id)), image);
  }

  public static V1NetworkPolicy isolation(UUID id, V1Secret owner) {
    return NetworkPolicies.isolation(owned(id, owner, name(id)), Labels.of(Labels.IMPORT, id));
  }

  /** Returns the policy that lets the dumping pod reach the source nevertheless. */
  public static V1NetworkPolicy dumpPolicy(
      UUID id, V1Secret owner, SourceConnection source, int enginePort) {
    return NetworkPolicies.calling(
        owned(id, owner, dumpName(id)),
        dumpLabels(id),
        new TreeSet<>(List.of(source.port(), enginePort)),
        !isAddress(source.host()));
  }

  public static DynamicKubernetesObject snapshot(UUID id, V1Secret owner, String snapshotClass) {
    return SnapshotManifests.ofClaim(owned(id, owner, name(id)), name(id), snapshotClass);
  }

  /** Returns a size with room for rebuilt indexes and temporary files. */
  public static Quantity size(long sourceBytes) {
    long gibibytes = (sourceBytes + sourceBytes * 3 / 10 + GIBIBYTE - 1) / GIBIBYTE;
    return Quantity.fromString(gibibytes + SPARE_GIBIBYTES + "Gi");
  }

  private static V1PersistentVolumeClaim claim(
      V1ObjectMeta metadata, String storageClass, long sourceBytes) {
    return PodParts.claim(metadata, Optional.of(storageClass), size(sourceBytes), Optional.empty());
  }

  private static boolean isAddress(String host) {
    return host.contains(":") || host.matches("[0-9.]+");
  }

  private static Map<String, String> dumpLabels(UUID id) {
    Map<String, String> labels = Labels.of(Labels.IMPORT, id);
    labels.put(Labels.IMPORT_STAGE, "dump");
    return labels;
  }

  private static V1ObjectMeta owned(UUID id, V1Secret owner, String name) {
    return metadata(id).name(name).addOwnerReferencesItem(PodParts.ownedBy(owner));
  }

  private static V1ObjectMeta metadata(UUID id) {
    return new V1ObjectMeta().name(name(id)).labels(Labels.of(Labels.IMPORT, id));
  }
}
