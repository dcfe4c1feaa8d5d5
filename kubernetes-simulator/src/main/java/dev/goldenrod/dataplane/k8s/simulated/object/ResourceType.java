package dev.goldenrod.dataplane.k8s.simulated.object;

import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.V1CSIDriver;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Lease;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1PersistentVolume;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1ResourceQuota;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V1StorageClass;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A resource type of the simulated API. The constants are the types that the cluster serves.
 *
 * @param model the client's model class, which defines the known fields; null for custom resources
 * @param hasStatus whether the status is a subresource, which writes of the object do not change
 */
public record ResourceType(
    String group,
    String version,
    String plural,
    String kind,
    boolean namespaced,
    @Nullable Class<?> model,
    boolean hasStatus) {
  private static final String SNAPSHOT = "snapshot.storage.k8s.io";
  private static final String GOLDENROD = "goldenrod.dev";

  public static final ResourceType NAMESPACE =
      new ResourceType("", "v1", "namespaces", "Namespace", false, V1Namespace.class, true);
  public static final ResourceType NODE =
      new ResourceType("", "v1", "nodes", "Node", false, V1Node.class, true);
  public static final ResourceType VOLUME =
      new ResourceType(
          "", "v1", "persistentvolumes", "PersistentVolume", false, V1PersistentVolume.class, true);
  public static final ResourceType POD = core("pods", "Pod", V1Pod.class, true);
  public static final ResourceType SECRET = core("secrets", "Secret", V1Secret.class, false);
  public static final ResourceType CONFIG_MAP =
      core("configmaps", "ConfigMap", V1ConfigMap.class, false);
  public static final ResourceType SERVICE = core("services", "Service", V1Service.class, true);
  public static final ResourceType CLAIM =
      core("persistentvolumeclaims", "PersistentVolumeClaim", V1PersistentVolumeClaim.class, true);
  public static final ResourceType EVENT = core("events", "Event", CoreV1Event.class, false);
  public static final ResourceType QUOTA =
      core("resourcequotas", "ResourceQuota", V1ResourceQuota.class, true);
  public static final ResourceType SERVICE_ACCOUNT =
      core("serviceaccounts", "ServiceAccount", V1ServiceAccount.class, false);
  public static final ResourceType STATEFUL_SET =
      new ResourceType(
          "apps", "v1", "statefulsets", "StatefulSet", true, V1StatefulSet.class, true);
  public static final ResourceType NETWORK_POLICY =
      new ResourceType(
          "networking.k8s.io",
          "v1",
          "networkpolicies",
          "NetworkPolicy",
          true,
          V1NetworkPolicy.class,
          false);
  public static final ResourceType LEASE =
      new ResourceType("coordination.k8s.io", "v1", "leases", "Lease", true, V1Lease.class, false);
  public static final ResourceType DISRUPTION_BUDGET =
      new ResourceType(
          "policy",
          "v1",
          "poddisruptionbudgets",
          "PodDisruptionBudget",
          true,
          V1PodDisruptionBudget.class,
          true);
  public static final ResourceType STORAGE_CLASS =
      new ResourceType(
          "storage.k8s.io",
          "v1",
          "storageclasses",
          "StorageClass",
          false,
          V1StorageClass.class,
          false);
  public static final ResourceType CSI_DRIVER =
      new ResourceType(
          "storage.k8s.io", "v1", "csidrivers", "CSIDriver", false, V1CSIDriver.class, false);
  public static final ResourceType SNAPSHOT_CLASS =
      new ResourceType(
          SNAPSHOT, "v1", "volumesnapshotclasses", "VolumeSnapshotClass", false, null, false);
  public static final ResourceType SNAPSHOT_CONTENT =
      new ResourceType(
          SNAPSHOT, "v1", "volumesnapshotcontents", "VolumeSnapshotContent", false, null, true);
  public static final ResourceType VOLUME_SNAPSHOT =
      new ResourceType(SNAPSHOT, "v1", "volumesnapshots", "VolumeSnapshot", true, null, true);

  public static final ResourceType CLONE =
      new ResourceType(GOLDENROD, "v1alpha1", "clones", "Clone", true, null, true);
  public static final ResourceType DATABASE =
      new ResourceType(GOLDENROD, "v1alpha1", "databases", "Database", true, null, true);

  public static final ResourceType DEFINITION =
      new ResourceType(
          "apiextensions.k8s.io",
          "v1",
          "customresourcedefinitions",
          "CustomResourceDefinition",
          false,
          null,
          true);

  private static final List<ResourceType> ALL =
      List.of(
          NAMESPACE,
          NODE,
          VOLUME,
          POD,
          SECRET,
          CONFIG_MAP,
          SERVICE,
          CLAIM,
          EVENT,
          QUOTA,
          SERVICE_ACCOUNT,
          STATEFUL_SET,
          NETWORK_POLICY,
          LEASE,
          DISRUPTION_BUDGET,
          STORAGE_CLASS,
          CSI_DRIVER,
          SNAPSHOT_CLASS,
          SNAPSHOT_CONTENT,
          VOLUME_SNAPSHOT,
          CLONE,
          DATABASE,
          DEFINITION);

  public static List<ResourceType> all() {
    return ALL;
  }

  public static Optional<ResourceType> served(String group, String version, String plural) {
    return ALL.stream()
        .filter(type -> type.group().equals(group) && type.version().equals(version))
        .filter(type -> type.plural().equals(plural))
        .findFirst();
  }

  /** Returns the type that an owner reference names. */
  public static Optional<ResourceType> named(String apiVersion, String kind) {
    return ALL.stream()
        .filter(type -> type.apiVersion().equals(apiVersion) && type.kind().equals(kind))
        .findFirst();
  }

  private static ResourceType core(String plural, String kind, Class<?> model, boolean hasStatus) {
    return new ResourceType("", "v1", plural, kind, true, model, hasStatus);
  }

  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  /** Returns the name that error messages use, as in {@code statefulsets.apps}. */
  public String qualified() {
    return group.isEmpty() ? plural : plural + "." + group;
  }

  @Override
  public String toString() {
    return qualified();
  }
}
