package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1StorageClass;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes of volumes and of their snapshots, both of the same CSI driver.
 *
 * @param features of the volumes, for people
 * @param warnings problems of the classes, each with the command that solves it
 */
public record StorageClasses(
    String storageClass,
    String snapshotClass,
    String driver,
    String features,
    List<String> warnings) {
  private static final String DEFAULT = "storageclass.kubernetes.io/is-default-class";

  public StorageClasses {
    warnings = List.copyOf(warnings);
  }

  /**
   * Finds the classes that the options name, or else the cluster's default class and a snapshot
   * class of its driver.
   *
   * @throws DataPlaneException if there is none that can be used; the message says what to do
   */
  public static StorageClasses find(ClusterApi cluster, KubernetesOptions options) {
    V1StorageClass storage = storage(cluster, options);
    String driver = storage.getProvisioner();
    return new StorageClasses(
        Metadata.name(storage),
        SnapshotClasses.of(cluster, driver).choose(options.snapshotClass()),
        driver,
        features(storage),
        warnings(storage));
  }

  /** Returns the classes in one line. */
  public String description() {
    return "volumes of class %s (driver %s; %s), snapshots of class %s"
        .formatted(storageClass, driver, features, snapshotClass);
  }

  /** Returns the classes and their warnings in one line. */
  public String report() {
    return String.join("; ", Stream.concat(Stream.of(description()), warnings.stream()).toList());
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
        .filter(StorageClasses::isDefault)
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "the cluster has no default storage class; set one whose CSI driver takes snapshots with --kube-storage-class"));
  }

  private static boolean isDefault(V1StorageClass found) {
    return Optional.ofNullable(found.getMetadata().getAnnotations())
        .filter(annotations -> "true".equals(annotations.get(DEFAULT)))
        .isPresent();
  }

  private static String features(V1StorageClass storage) {
    String growth =
        Boolean.TRUE.equals(storage.getAllowVolumeExpansion())
            ? "volumes can grow"
            : "volumes cannot grow";
    String place =
        "WaitForFirstConsumer".equals(storage.getVolumeBindingMode())
            ? "made where their pod runs"
            : "made before their pod is scheduled";
    return Stream.concat(Stream.of(growth, place), topologies(storage))
        .collect(Collectors.joining(", "));
  }

  private static Stream<String> topologies(V1StorageClass storage) {
    return Stream.ofNullable(storage.getAllowedTopologies())
        .flatMap(List::stream)
        .flatMap(term -> Stream.ofNullable(term.getMatchLabelExpressions()).flatMap(List::stream))
        .map(label -> "in %s %s".formatted(label.getKey(), String.join(" or ", label.getValues())));
  }

  private static List<String> warnings(V1StorageClass storage) {
    return "Retain".equals(storage.getReclaimPolicy())
        ? List.of(
            "storage class '%1$s' keeps the disks of deleted databases (reclaimPolicy Retain), with all data on them; type: kubectl get storageclass %1$s -o json | jq '.metadata = {name: \"%1$s-delete\"} | .reclaimPolicy = \"Delete\"' | kubectl apply -f -, and start with --kube-storage-class %1$s-delete"
                .formatted(Metadata.name(storage)))
        : List.of();
  }
}
