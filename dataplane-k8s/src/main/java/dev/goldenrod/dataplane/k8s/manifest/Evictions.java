package dev.goldenrod.dataplane.k8s.manifest;

import java.util.List;
import java.util.Map;

/** Annotations that tell the cluster autoscaler which pods may be moved to other nodes. */
final class Evictions {
  private static final String SAFE = "cluster-autoscaler.kubernetes.io/safe-to-evict";

  private Evictions() {}

  /** For a pod that can restart elsewhere without these local volumes. */
  static Map<String, String> movable(List<String> volumes) {
    return Map.of(SAFE + "-local-volumes", String.join(",", volumes));
  }

  /** For a pod whose work would be lost. */
  static Map<String, String> fixed() {
    return Map.of(SAFE, "false");
  }
}
