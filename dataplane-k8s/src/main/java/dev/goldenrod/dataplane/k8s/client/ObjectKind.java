package dev.goldenrod.dataplane.k8s.client;

/**
 * A kind of objects.
 *
 * @param group of the API; empty for the core's
 * @param plural as in paths and permissions, as in {@code statefulsets}
 * @param name as in manifests, as in {@code StatefulSet}
 */
record ObjectKind(String group, String version, String plural, String name) {
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
}
