package dev.goldenrod.dataplane.k8s.manifest;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.Map;
import java.util.Optional;

/** The manifests of volume snapshots, and the meaning of their objects' fields. */
public final class SnapshotManifests {
  private static final String API = "snapshot.storage.k8s.io/v1";

  private SnapshotManifests() {}

  public static DynamicKubernetesObject ofClaim(
      V1ObjectMeta metadata, String claim, String snapshotClass) {
    return snapshot(metadata, "persistentVolumeClaimName", claim, snapshotClass);
  }

  /** Returns a VolumeSnapshot bound to existing content. */
  public static DynamicKubernetesObject ofContent(
      V1ObjectMeta metadata, String content, String snapshotClass) {
    return snapshot(metadata, "volumeSnapshotContentName", content, snapshotClass);
  }

  private static DynamicKubernetesObject snapshot(
      V1ObjectMeta metadata, String field, String name, String snapshotClass) {
    JsonObject source = new JsonObject();
    source.addProperty(field, name);
    JsonObject spec = new JsonObject();
    spec.addProperty("volumeSnapshotClassName", snapshotClass);
    spec.add("source", source);
    return object("VolumeSnapshot", metadata, spec);
  }

  /** Returns content for an existing snapshot of the driver, which outlives the content. */
  public static DynamicKubernetesObject content(
      V1ObjectMeta metadata,
      String handle,
      String driver,
      String snapshotClass,
      String namespace,
      String snapshot) {
    JsonObject source = new JsonObject();
    source.addProperty("snapshotHandle", handle);
    JsonObject reference = new JsonObject();
    reference.addProperty("name", snapshot);
    reference.addProperty("namespace", namespace);
    JsonObject spec = new JsonObject();
    spec.addProperty("deletionPolicy", "Retain");
    spec.addProperty("driver", driver);
    spec.addProperty("volumeSnapshotClassName", snapshotClass);
    spec.add("source", source);
    spec.add("volumeSnapshotRef", reference);
    return object("VolumeSnapshotContent", metadata, spec);
  }

  /** Makes the driver's snapshot outlive its VolumeSnapshot and content. */
  public static JsonObject retainPatch(Map<String, String> labels) {
    JsonObject all = new JsonObject();
    labels.forEach(all::addProperty);
    JsonObject metadata = new JsonObject();
    metadata.add("labels", all);
    JsonObject spec = new JsonObject();
    spec.addProperty("deletionPolicy", "Retain");
    JsonObject patch = new JsonObject();
    patch.add("metadata", metadata);
    patch.add("spec", spec);
    return patch;
  }

  /** Makes the driver's snapshot be deleted with its content. */
  public static JsonObject deletePatch() {
    JsonObject spec = new JsonObject();
    spec.addProperty("deletionPolicy", "Delete");
    JsonObject patch = new JsonObject();
    patch.add("spec", spec);
    return patch;
  }

  /** Returns whether volumes can be restored from the snapshot. */
  public static boolean isReady(DynamicKubernetesObject snapshot) {
    return !Metadata.isBeingDeleted(snapshot)
        && status(snapshot, "readyToUse").map(JsonElement::getAsBoolean).orElse(false);
  }

  /**
   * Returns whether the snapshot's point in time has passed, so that later writes are not in it.
   */
  public static boolean isCut(DynamicKubernetesObject snapshot) {
    return !Metadata.isBeingDeleted(snapshot)
        && (isReady(snapshot) || status(snapshot, "creationTime").isPresent());
  }

  public static Optional<String> boundContent(DynamicKubernetesObject snapshot) {
    return status(snapshot, "boundVolumeSnapshotContentName").map(JsonElement::getAsString);
  }

  /** Returns whether the content's VolumeSnapshot is or was in that namespace. */
  public static boolean isOf(DynamicKubernetesObject content, String namespace) {
    return Optional.ofNullable(content.getRaw().getAsJsonObject("spec"))
        .map(spec -> spec.getAsJsonObject("volumeSnapshotRef"))
        .map(reference -> reference.get("namespace"))
        .filter(found -> namespace.equals(found.getAsString()))
        .isPresent();
  }

  /** Returns the handle of content that was made for an existing snapshot. */
  public static Optional<String> sourceHandle(DynamicKubernetesObject content) {
    return Optional.ofNullable(content.getRaw().getAsJsonObject("spec"))
        .map(spec -> spec.getAsJsonObject("source"))
        .map(source -> source.get("snapshotHandle"))
        .map(JsonElement::getAsString);
  }

  public static Optional<String> handle(DynamicKubernetesObject content) {
    return status(content, "snapshotHandle").map(JsonElement::getAsString);
  }

  /** Returns the minimum size of a volume restored from the snapshot. */
  public static Optional<String> restoreSize(DynamicKubernetesObject snapshot) {
    return status(snapshot, "restoreSize").map(JsonElement::getAsString);
  }

  /** Returns why the snapshot cannot be taken or used now. */
  public static Optional<String> problem(DynamicKubernetesObject snapshot) {
    return status(snapshot, "error")
        .filter(JsonElement::isJsonObject)
        .map(error -> error.getAsJsonObject().get("message"))
        .map(JsonElement::getAsString);
  }

  private static Optional<JsonElement> status(DynamicKubernetesObject object, String field) {
    return Optional.ofNullable(object.getRaw().getAsJsonObject("status"))
        .map(status -> status.get(field))
        .filter(value -> !value.isJsonNull());
  }

  private static DynamicKubernetesObject object(
      String kind, V1ObjectMeta metadata, JsonObject spec) {
    JsonObject object = new JsonObject();
    object.addProperty("apiVersion", API);
    object.addProperty("kind", kind);
    object.add("metadata", SparseJson.of(metadata));
    object.add("spec", spec);
    return new DynamicKubernetesObject(object);
  }
}
