package dev.goldenrod.dataplane.k8s.client;

/**
 * A kind of objects, and all kinds that Goldenrod uses.
 *
 * @param group of the API; empty for the core's
 * @param plural as in paths and permissions, as in {@code statefulsets}
 * @param name as in manifests, as in {@code StatefulSet}
 */
record ObjectKind(String group, String version, String plural, String name) {
  static final ObjectKind SECRET = core("secrets", "Secret");
  static final ObjectKind CONFIG_MAP = core("configmaps", "ConfigMap");
  static final ObjectKind SERVICE = core("services", "Service");
  static final ObjectKind CLAIM = core("persistentvolumeclaims", "PersistentVolumeClaim");
  static final ObjectKind POD = core("pods", "Pod");
  static final ObjectKind EVENT = core("events", "Event");
  static final ObjectKind NODE = core("nodes", "Node");
  static final ObjectKind NAMESPACE = core("namespaces", "Namespace");
  static final ObjectKind STATEFUL_SET =
      new ObjectKind("apps", "v1", "statefulsets", "StatefulSet");
  static final ObjectKind NETWORK_POLICY =
      new ObjectKind("networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy");
  static final ObjectKind DISRUPTION_BUDGET =
      new ObjectKind("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget");
  static final ObjectKind STORAGE_CLASS =
      new ObjectKind("storage.k8s.io", "v1", "storageclasses", "StorageClass");
  static final ObjectKind SNAPSHOT = snapshot("volumesnapshots", "VolumeSnapshot");
  static final ObjectKind SNAPSHOT_CONTENT =
      snapshot("volumesnapshotcontents", "VolumeSnapshotContent");
  static final ObjectKind SNAPSHOT_CLASS = snapshot("volumesnapshotclasses", "VolumeSnapshotClass");
  static final ObjectKind DEFINITION =
      new ObjectKind(
          "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition");
  static final ObjectKind CLONE = declared("clones", "Clone");
  static final ObjectKind DATABASE = declared("databases", "Database");

  /** Returns whether the kind is part of the core API. */
  boolean isCore() {
    return group.isEmpty();
  }

  /** Returns the name of the custom resource definition of a kind that is not built in. */
  String definition() {
    return plural + "." + group;
  }

  String of(String objectName) {
    return name + " " + objectName;
  }

  private static ObjectKind core(String plural, String name) {
    return new ObjectKind("", "v1", plural, name);
  }

  private static ObjectKind snapshot(String plural, String name) {
    return new ObjectKind("snapshot.storage.k8s.io", "v1", plural, name);
  }

  private static ObjectKind declared(String plural, String name) {
    return new ObjectKind("goldenrod.dev", "v1alpha1", plural, name);
  }
}
