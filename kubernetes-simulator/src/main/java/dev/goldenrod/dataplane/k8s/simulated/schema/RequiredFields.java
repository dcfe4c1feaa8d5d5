package dev.goldenrod.dataplane.k8s.simulated.schema;

import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import java.util.List;
import java.util.Map;

/** The required fields of each resource type. */
public final class RequiredFields {
  private static final Map<ResourceType, List<String>> PATHS =
      Map.of(
          ResourceTypes.POD,
          List.of("spec.containers"),
          ResourceTypes.STATEFUL_SET,
          List.of("spec.selector.matchLabels", "spec.template.spec.containers"),
          ResourceTypes.CLAIM,
          List.of("spec.accessModes", "spec.resources.requests.storage"),
          ResourceTypes.NETWORK_POLICY,
          List.of("spec.podSelector"),
          ResourceTypes.STORAGE_CLASS,
          List.of("provisioner"),
          ResourceTypes.SNAPSHOT_CLASS,
          List.of("driver", "deletionPolicy"),
          ResourceTypes.SNAPSHOT_CONTENT,
          List.of("spec.deletionPolicy", "spec.driver", "spec.source", "spec.volumeSnapshotRef"),
          ResourceTypes.VOLUME_SNAPSHOT,
          List.of("spec.source"));

  private RequiredFields() {}

  static List<String> of(ResourceType type) {
    return PATHS.getOrDefault(type, List.of());
  }
}
