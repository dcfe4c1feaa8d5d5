package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.V1StorageClass;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What volumes and their snapshots are made by.
 *
 * @param storageClass the class of volumes
 * @param snapshotClass the class of snapshots, of the same driver
 * @param driver the CSI driver of both
 */
public record StorageClasses(String storageClass, String snapshotClass, String driver) {
  private static final String DEFAULT_STORAGE = "storageclass.kubernetes.io/is-default-class";
  private static final String DEFAULT_SNAPSHOT = "snapshot.storage.kubernetes.io/is-default-class";

  /**
   * The classes that the options name, else the cluster's default class and one of its driver's.
   *
   * @throws DataPlaneException when there is none; the message says what to do
   */
  public static StorageClasses find(ClusterApi cluster, KubernetesOptions options) {
    V1StorageClass storage = storage(cluster, options);
    DynamicKubernetesObject snapshots = snapshots(cluster, options, storage.getProvisioner());
    return new StorageClasses(name(storage), name(snapshots), storage.getProvisioner());
  }

  private static V1StorageClass storage(ClusterApi cluster, KubernetesOptions options) {
    if (options.storageClass().isPresent()) {
      String name = options.storageClass().get();
      return cluster
          .storageClasses()
          .get(name)
          .orElseThrow(
              () -> new DataPlaneException("there is no storage class '%s'".formatted(name)));
    }
    return cluster.storageClasses().list().stream()
        .filter(found -> isMarked(found, DEFAULT_STORAGE))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "the cluster has no default storage class; name one whose CSI driver takes snapshots"));
  }

  private static DynamicKubernetesObject snapshots(
      ClusterApi cluster, KubernetesOptions options, String driver) {
    List<DynamicKubernetesObject> ofDriver =
        cluster.snapshotClasses().list().stream()
            .filter(found -> driver.equals(driver(found)))
            .toList();
    if (options.snapshotClass().isPresent()) {
      String name = options.snapshotClass().get();
      return ofDriver.stream()
          .filter(found -> name.equals(name(found)))
          .findFirst()
          .orElseThrow(
              () ->
                  new DataPlaneException(
                      "there is no snapshot class '%s' of driver %s".formatted(name, driver)));
    }
    return ofDriver.stream()
        .filter(found -> isMarked(found, DEFAULT_SNAPSHOT))
        .findFirst()
        .or(() -> ofDriver.stream().findFirst())
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "no snapshot class is of driver %s; make one, or name a storage class of a driver that takes snapshots"
                        .formatted(driver)));
  }

  private static String driver(DynamicKubernetesObject snapshotClass) {
    return snapshotClass.getRaw().get("driver").getAsString();
  }

  private static String name(KubernetesObject object) {
    return Objects.requireNonNull(object.getMetadata().getName());
  }

  private static boolean isMarked(KubernetesObject found, String annotation) {
    Map<String, String> annotations =
        Optional.ofNullable(found.getMetadata().getAnnotations()).orElse(Map.of());
    return "true".equals(annotations.get(annotation));
  }
}
