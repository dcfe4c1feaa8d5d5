package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The snapshot classes of one CSI driver. */
record SnapshotClasses(List<DynamicKubernetesObject> all, String driver) {
  private static final String DEFAULT = "snapshot.storage.kubernetes.io/is-default-class";

  /** Domains of the labels and annotations by which backup tools mark their own classes. */
  private static final List<String> TOOLS =
      List.of("velero.io", "kasten.io", "trilio.io", "kubestash.com", "cloudcasa.io");

  static SnapshotClasses of(ClusterApi cluster, String driver) {
    return new SnapshotClasses(
        cluster.snapshotClasses().list().stream()
            .filter(found -> driver.equals(found.getRaw().get("driver").getAsString()))
            .sorted(Comparator.comparing(Metadata::name))
            .toList(),
        driver);
  }

  /**
   * Returns the name of the class to use: the named one, else the driver's default, else any that
   * no other tool has marked.
   *
   * @throws DataPlaneException if there is none, or its snapshots would outlive their
   *     VolumeSnapshots; the message says what to do
   */
  String choose(Optional<String> named) {
    DynamicKubernetesObject chosen =
        named.map(this::named).or(this::marked).or(this::any).orElseThrow(this::none);
    if (isRetaining(chosen)) {
      throw new DataPlaneException(
          "snapshot class '%1$s' keeps snapshots on the storage, with all their data, after their VolumeSnapshots are deleted (deletionPolicy Retain); type: kubectl patch volumesnapshotclass %1$s --type merge -p '{\"deletionPolicy\": \"Delete\"}', or set another class with --kube-snapshot-class"
              .formatted(Metadata.name(chosen)));
    }
    return Metadata.name(chosen);
  }

  private DynamicKubernetesObject named(String name) {
    return all.stream()
        .filter(found -> name.equals(Metadata.name(found)))
        .findFirst()
        .orElseThrow(
            () ->
                new DataPlaneException(
                    "there is no snapshot class '%s' of driver %s".formatted(name, driver)));
  }

  private Optional<DynamicKubernetesObject> marked() {
    return all.stream().filter(found -> "true".equals(annotations(found).get(DEFAULT))).findFirst();
  }

  private Optional<DynamicKubernetesObject> any() {
    return all.stream()
        .filter(found -> tool(found).isEmpty())
        .min(Comparator.comparing(SnapshotClasses::isRetaining));
  }

  private DataPlaneException none() {
    return new DataPlaneException(
        all.isEmpty()
            ? "there is no snapshot class of driver %s; create one, or set a storage class whose driver takes snapshots"
                .formatted(driver)
            : "the snapshot classes of driver %s belong to other tools: %s; create one without such a label, or set one with --kube-snapshot-class"
                .formatted(driver, others()));
  }

  private String others() {
    return all.stream()
        .map(found -> "%s (%s)".formatted(Metadata.name(found), tool(found).orElse("")))
        .collect(Collectors.joining(", "));
  }

  private static Optional<String> tool(KubernetesObject found) {
    return Stream.concat(labels(found).keySet().stream(), annotations(found).keySet().stream())
        .filter(key -> TOOLS.stream().anyMatch(domain -> isOf(key, domain)))
        .findFirst();
  }

  private static boolean isOf(String key, String domain) {
    String prefix = key.substring(0, Math.max(0, key.indexOf('/')));
    return prefix.equals(domain) || prefix.endsWith("." + domain);
  }

  private static boolean isRetaining(DynamicKubernetesObject found) {
    return found.getRaw().has("deletionPolicy")
        && "Retain".equals(found.getRaw().get("deletionPolicy").getAsString());
  }

  private static Map<String, String> labels(KubernetesObject found) {
    return Objects.requireNonNullElse(found.getMetadata().getLabels(), Map.of());
  }

  private static Map<String, String> annotations(KubernetesObject found) {
    return Objects.requireNonNullElse(found.getMetadata().getAnnotations(), Map.of());
  }
}
