package dev.goldenrod.dataplane.k8s.manifest;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.engine.DatabaseInfo;
import io.kubernetes.client.custom.IntOrString;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapVolumeSource;
import io.kubernetes.client.openapi.models.V1Container;
import io.kubernetes.client.openapi.models.V1ContainerPort;
import io.kubernetes.client.openapi.models.V1EnvVar;
import io.kubernetes.client.openapi.models.V1LabelSelector;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1OwnerReference;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudgetSpec;
import io.kubernetes.client.openapi.models.V1PodSpec;
import io.kubernetes.client.openapi.models.V1PodTemplateSpec;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.openapi.models.V1SecretVolumeSource;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V1StatefulSetSpec;
import io.kubernetes.client.openapi.models.V1StatefulSetUpdateStrategy;
import io.kubernetes.client.openapi.models.V1Volume;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The objects that run one generation of a database's data.
 *
 * @param owner the Secret that owns them
 * @param reindexing whether the indexes are rebuilt before the server starts
 * @param hasTls whether the server uses the certificate of its Secret
 */
public record DatabaseManifests(
    DatabaseNames names,
    int generation,
    DatabaseInfo info,
    Resources resources,
    PodImage image,
    boolean reindexing,
    boolean hasTls,
    ServerScript server,
    int port,
    V1OwnerReference owner) {
  private static final String VOLUME = "volume";
  private static final String CONFIGURATION = "configuration";
  private static final String TLS = "tls";

  /** The mounted files belong to root, and PostgreSQL rejects a key that others can read. */
  private static final int OWNER_AND_GROUP = 0440;

  /** How long a server may take to end. */
  public static final long GRACE_SECONDS = 30;

  /** Memory that a server needs beyond what it is configured to use. */
  private static final int OVERHEAD_MIB = 128;

  /** Databases idle most of the time, and share their node's cores. */
  private static final int SHARE_OF_CPU = 10;

  private static final int LEAST_CPU_MILLIS = 20;

  /** For files of tools; a server writes to its volume only. */
  private static final long FOLDER_MIB = 256;

  /** Writable folders that engines need although the image is read-only. */
  private static final Map<String, Path> MEMORY_FOLDERS =
      Map.of("shared-memory", Path.of("/dev/shm"), "private", PodLayout.PRIVATE);

  private static final Map<String, Path> FOLDERS =
      Map.of("temporary", Path.of("/tmp"), "scratch", PodLayout.SCRATCH);

  public V1ConfigMap configuration() {
    return new V1ConfigMap()
        .apiVersion("v1")
        .kind("ConfigMap")
        .metadata(metadata(names.ofGeneration(generation)))
        .binaryData(null)
        .data(server.files());
  }

  public V1StatefulSet statefulSet(boolean running) {
    Map<String, String> own = Labels.of(Labels.DATABASE, names.id());
    return new V1StatefulSet()
        .apiVersion("apps/v1")
        .kind("StatefulSet")
        .metadata(metadata(names.root()))
        .spec(
            new V1StatefulSetSpec()
                .replicas(running ? 1 : 0)
                .serviceName(names.root())
                .podManagementPolicy("Parallel")
                // A newer release or a changed template does not restart a database in use.
                .updateStrategy(new V1StatefulSetUpdateStrategy().type("OnDelete"))
                .revisionHistoryLimit(0)
                .selector(new V1LabelSelector().matchLabels(own))
                .template(
                    new V1PodTemplateSpec()
                        .metadata(
                            new V1ObjectMeta()
                                .labels(labels())
                                .annotations(PodParts.evictable(sorted(FOLDERS))))
                        .spec(pod())));
  }

  /** Allows connections from anywhere to the engine's port, and none from the server. */
  public V1NetworkPolicy networkPolicy() {
    return NetworkPolicies.serving(
        metadata(names.root()), Labels.of(Labels.DATABASE, names.id()), port);
  }

  /** Blocks draining the node of the server: the administrator has to stop the database first. */
  public V1PodDisruptionBudget disruptionBudget() {
    return new V1PodDisruptionBudget()
        .apiVersion("policy/v1")
        .kind("PodDisruptionBudget")
        .metadata(metadata(names.root()))
        .spec(
            new V1PodDisruptionBudgetSpec()
                .maxUnavailable(new IntOrString(0))
                .unhealthyPodEvictionPolicy("AlwaysAllow")
                .selector(
                    new V1LabelSelector().matchLabels(Labels.of(Labels.DATABASE, names.id()))));
  }

  private V1PodSpec pod() {
    V1PodSpec pod =
        PodParts.restrictedPod(image)
            .terminationGracePeriodSeconds(GRACE_SECONDS)
            .addContainersItem(container())
            .addVolumesItem(PodParts.claimed(VOLUME, names.ofGeneration(generation)))
            .addVolumesItem(
                new V1Volume()
                    .name(CONFIGURATION)
                    .configMap(new V1ConfigMapVolumeSource().name(names.ofGeneration(generation))));
    if (hasTls) {
      pod.addVolumesItem(
          new V1Volume()
              .name(TLS)
              .secret(
                  new V1SecretVolumeSource().secretName(names.tls()).defaultMode(OWNER_AND_GROUP)));
    }
    sorted(MEMORY_FOLDERS).forEach(name -> pod.addVolumesItem(PodParts.memoryFolder(name)));
    sorted(FOLDERS)
        .forEach(name -> pod.addVolumesItem(PodParts.folder(name, PodParts.mebibytes(FOLDER_MIB))));
    return pod;
  }

  private V1Container container() {
    V1Container container =
        new V1Container()
            .name(PodLayout.CONTAINER)
            .image(image.name())
            .command(
                List.of("/bin/sh", PodLayout.CONFIGURATION.resolve(PodLayout.START).toString()))
            .args(server.command())
            .addPortsItem(new V1ContainerPort().name("database").containerPort(port))
            .startupProbe(ServerProbes.startup())
            .readinessProbe(ServerProbes.readiness(server.answer(), port))
            .livenessProbe(ServerProbes.liveness(server.answer(), port))
            .resources(requirements())
            .securityContext(PodParts.restrictedContainer())
            .addVolumeMountsItem(PodParts.mount(VOLUME, PodLayout.VOLUME))
            .addVolumeMountsItem(
                PodParts.mount(CONFIGURATION, PodLayout.CONFIGURATION).readOnly(true));
    if (reindexing) {
      container.addEnvItem(new V1EnvVar().name(ServerScript.REINDEX).value("yes"));
    }
    if (hasTls) {
      container.addVolumeMountsItem(PodParts.mount(TLS, PodLayout.TLS).readOnly(true));
    }
    Map<String, Path> folders = new LinkedHashMap<>(MEMORY_FOLDERS);
    folders.putAll(FOLDERS);
    sorted(folders)
        .forEach(name -> container.addVolumeMountsItem(PodParts.mount(name, folders.get(name))));
    return container;
  }

  private V1ResourceRequirements requirements() {
    V1ResourceRequirements requirements =
        new V1ResourceRequirements()
            .putRequestsItem("memory", PodParts.mebibytes(resources.memoryMib()))
            .putLimitsItem(
                "memory",
                PodParts.mebibytes(
                    resources.memoryMib() + Math.max(OVERHEAD_MIB, resources.memoryMib() / 2)))
            .putRequestsItem(
                "cpu",
                PodParts.millis(Math.max(LEAST_CPU_MILLIS, resources.cpuMillis() / SHARE_OF_CPU)));
    return resources.cpuMillis() == 0
        ? requirements
        : requirements.putLimitsItem("cpu", PodParts.millis(resources.cpuMillis()));
  }

  private V1ObjectMeta metadata(String name) {
    return new V1ObjectMeta().name(name).labels(labels()).addOwnerReferencesItem(owner);
  }

  private Map<String, String> labels() {
    return Labels.of(Labels.DATABASE, names.id(), info.type());
  }

  private static List<String> sorted(Map<String, Path> folders) {
    List<String> names = new ArrayList<>(folders.keySet());
    names.sort(null);
    return names;
  }
}
