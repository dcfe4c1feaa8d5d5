package dev.goldenrod.dataplane.k8s.client;

/**
 * A kind of objects.
 *
 * @param group of the API; empty for the core's
 * @param plural as in paths and permissions, as in {@code statefulsets}
 * @param name as in manifests, as in {@code StatefulSet}
 */
record ObjectKind(String group, String version, String plural, String name) {
  /** Whether every cluster knows it. */
  boolean isCore() {
    return group.isEmpty();
  }

  /** The name of the definition that makes the cluster know it, unless every cluster does. */
  String definition() {
    return plural + "." + group;
  }

  /** The object of that name, for people. */
  String of(String objectName) {
    return name + " " + objectName;
  }
}
