package dev.goldenrod.dataplane.k8s.simulated.schema;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Validates the snapshot API's custom resources against the known fields of their definitions. */
public final class SnapshotFields {
  private static final Set<String> ENVELOPE = Set.of("apiVersion", "kind", "metadata");
  private static final Map<ResourceType, Set<String>> KNOWN =
      Map.of(
          ResourceType.SNAPSHOT_CLASS,
          Set.of("driver", "deletionPolicy", "parameters"),
          ResourceType.VOLUME_SNAPSHOT,
          Set.of(
              "spec",
              "spec.source",
              "spec.source.persistentVolumeClaimName",
              "spec.source.volumeSnapshotContentName",
              "spec.volumeSnapshotClassName",
              "status",
              "status.boundVolumeSnapshotContentName",
              "status.creationTime",
              "status.readyToUse",
              "status.restoreSize",
              "status.error",
              "status.error.message",
              "status.error.time",
              "status.volumeGroupSnapshotName"),
          ResourceType.SNAPSHOT_CONTENT,
          Set.of(
              "spec",
              "spec.deletionPolicy",
              "spec.driver",
              "spec.source",
              "spec.source.volumeHandle",
              "spec.source.snapshotHandle",
              "spec.sourceVolumeMode",
              "spec.volumeSnapshotClassName",
              "spec.volumeSnapshotRef",
              "spec.volumeSnapshotRef.apiVersion",
              "spec.volumeSnapshotRef.fieldPath",
              "spec.volumeSnapshotRef.kind",
              "spec.volumeSnapshotRef.name",
              "spec.volumeSnapshotRef.namespace",
              "spec.volumeSnapshotRef.resourceVersion",
              "spec.volumeSnapshotRef.uid",
              "status",
              "status.snapshotHandle",
              "status.creationTime",
              "status.readyToUse",
              "status.restoreSize",
              "status.error",
              "status.error.message",
              "status.error.time",
              "status.volumeGroupSnapshotHandle"));

  private SnapshotFields() {}

  static void walk(ResourceType type, JsonObject object, List<String> problems) {
    object
        .asMap()
        .forEach(
            (field, value) -> {
              if (!ENVELOPE.contains(field)) {
                walk(KNOWN.get(type), field, value, problems);
              }
            });
  }

  private static void walk(
      Set<String> known, String path, JsonElement value, List<String> problems) {
    if (!known.contains(path)) {
      problems.add("unknown field \"" + path + "\"");
      return;
    }
    if (value.isJsonObject() && !path.equals("parameters")) {
      value
          .getAsJsonObject()
          .asMap()
          .forEach((field, child) -> walk(known, path + "." + field, child, problems));
    }
  }
}
