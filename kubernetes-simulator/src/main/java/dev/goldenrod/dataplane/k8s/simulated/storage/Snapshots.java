package dev.goldenrod.dataplane.k8s.simulated.storage;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.EventRecorder;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.controller.Controller;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Binds VolumeSnapshots to their contents, as the snapshot controller does. */
public final class Snapshots extends Controller {
  static final String BEING_DELETED = "snapshot.storage.kubernetes.io/volumesnapshot-being-deleted";
  private static final String IS_DEFAULT = "snapshot.storage.kubernetes.io/is-default-class";
  private static final List<String> PROTECTIONS =
      List.of(
          "snapshot.storage.kubernetes.io/volumesnapshot-as-source-protection",
          "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection");

  private final EventRecorder events;

  public Snapshots(ObjectApi api) {
    super(api, ResourceType.VOLUME_SNAPSHOT);
    events = new EventRecorder(api, "snapshot-controller");
  }

  @Override
  protected void otherChanged(Change change) {
    if (change.type() == ResourceType.SNAPSHOT_CONTENT) {
      JsonObject reference = Tree.object(change.object(), "spec", "volumeSnapshotRef");
      enqueue(new Key(Tree.text(reference, "namespace"), Tree.text(reference, "name")));
    } else if (change.type() == ResourceType.CLAIM) {
      api().store().list(ResourceType.VOLUME_SNAPSHOT, Tree.namespace(change.object())).stream()
          .filter(one -> Tree.isDeleting(one) || !Tree.flag(one, "status", "readyToUse"))
          .forEach(one -> enqueue(Key.of(one)));
    }
  }

  @Override
  protected void reconcile(Key key) {
    Optional<JsonObject> snapshot = find(key);
    if (snapshot.isEmpty()) {
      return;
    }
    if (Tree.isDeleting(snapshot.get())) {
      end(snapshot.get());
      return;
    }
    write(
        ResourceType.VOLUME_SNAPSHOT,
        snapshot.get(),
        is -> PROTECTIONS.forEach(protection -> Tree.addFinalizer(is, protection)));
    String named = Tree.text(snapshot.get(), "spec", "source", "volumeSnapshotContentName");
    if (named.isEmpty()) {
      dynamic(snapshot.get());
    } else {
      preProvisioned(snapshot.get(), named);
    }
  }

  private void dynamic(JsonObject snapshot) {
    String name = "snapcontent-" + Tree.uid(snapshot);
    Optional<JsonObject> content = api().find(ResourceType.SNAPSHOT_CONTENT, "", name);
    if (content.isPresent()) {
      bind(snapshot, content.get());
      return;
    }
    String claimName = Tree.text(snapshot, "spec", "source", "persistentVolumeClaimName");
    Optional<JsonObject> volume = volume(Tree.namespace(snapshot), claimName);
    if (volume.isEmpty()) {
      String message =
          "Failed to create snapshot content with error snapshot controller failed to update %s on"
              + " API server: cannot get claim from snapshot";
      fail(snapshot, message.formatted(Tree.name(snapshot)));
      return;
    }
    String driver = Tree.text(volume.get(), "spec", "csi", "driver");
    Optional<JsonObject> snapshotClass = snapshotClass(snapshot, driver);
    if (snapshotClass.isEmpty()) {
      String message =
          "Failed to get snapshot class with error failed to retrieve snapshot class \"%s\" or"
              + " cannot find default snapshot class";
      fail(snapshot, message.formatted(Tree.text(snapshot, "spec", "volumeSnapshotClassName")));
      return;
    }
    create(snapshot, name, volume.get(), snapshotClass.get());
  }

  private Optional<JsonObject> volume(String namespace, String claim) {
    return api()
        .find(ResourceType.CLAIM, namespace, claim)
        .flatMap(one -> api().find(ResourceType.VOLUME, "", Tree.text(one, "spec", "volumeName")));
  }

  private Optional<JsonObject> snapshotClass(JsonObject snapshot, String driver) {
    String named = Tree.text(snapshot, "spec", "volumeSnapshotClassName");
    return api().store().list(ResourceType.SNAPSHOT_CLASS, "").stream()
        .filter(one -> Tree.text(one, "driver").equals(driver))
        .filter(
            one ->
                named.isEmpty()
                    ? Tree.text(one, "metadata", "annotations", IS_DEFAULT).equals("true")
                    : Tree.name(one).equals(named))
        .findFirst();
  }

  private void create(
      JsonObject snapshot, String name, JsonObject volume, JsonObject snapshotClass) {
    JsonObject spec =
        Tree.of(
            "deletionPolicy", Tree.text(snapshotClass, "deletionPolicy"),
            "driver", Tree.text(snapshotClass, "driver"),
            "source", Tree.of("volumeHandle", Tree.text(volume, "spec", "csi", "volumeHandle")),
            "sourceVolumeMode", "Filesystem",
            "volumeSnapshotClassName", Tree.name(snapshotClass),
            "volumeSnapshotRef", reference(snapshot));
    api()
        .create(
            ResourceType.SNAPSHOT_CONTENT,
            "",
            Tree.of("metadata", Tree.of("name", name), "spec", spec));
  }

  private static JsonObject reference(JsonObject snapshot) {
    return Tree.of(
        "apiVersion", ResourceType.VOLUME_SNAPSHOT.apiVersion(),
        "kind", "VolumeSnapshot",
        "namespace", Tree.namespace(snapshot),
        "name", Tree.name(snapshot),
        "uid", Tree.uid(snapshot));
  }

  private void preProvisioned(JsonObject snapshot, String contentName) {
    Optional<JsonObject> content = api().find(ResourceType.SNAPSHOT_CONTENT, "", contentName);
    if (content.isEmpty()) {
      fail(snapshot, "VolumeSnapshotContent is missing");
      retry(Key.of(snapshot));
      return;
    }
    JsonObject reference = Tree.object(content.get(), "spec", "volumeSnapshotRef");
    String uid = Tree.text(reference, "uid");
    boolean same =
        Tree.text(reference, "name").equals(Tree.name(snapshot))
            && Tree.text(reference, "namespace").equals(Tree.namespace(snapshot))
            && (uid.isEmpty() || uid.equals(Tree.uid(snapshot)));
    if (!same) {
      String message = "VolumeSnapshotContent [%s] is bound to a different snapshot";
      fail(snapshot, message.formatted(contentName));
      return;
    }
    if (uid.isEmpty()) {
      write(
          ResourceType.SNAPSHOT_CONTENT,
          content.get(),
          is -> Tree.ensure(is, "spec").add("volumeSnapshotRef", reference(snapshot)));
    }
    bind(snapshot, content.get());
  }

  private void fail(JsonObject snapshot, String message) {
    if (Tree.text(snapshot, "status", "error", "message").equals(message)) {
      return;
    }
    write(
        ResourceType.VOLUME_SNAPSHOT,
        snapshot,
        is -> {
          JsonObject status = Tree.ensure(is, "status");
          status.addProperty("readyToUse", false);
          status.add("error", Tree.of("message", message, "time", Times.now()));
        });
    events.warning(snapshot, "SnapshotContentCreationFailed", message);
  }

  private void bind(JsonObject snapshot, JsonObject content) {
    write(
        ResourceType.VOLUME_SNAPSHOT,
        snapshot,
        is -> {
          JsonObject status = Tree.ensure(is, "status");
          status.addProperty("boundVolumeSnapshotContentName", Tree.name(content));
          status.addProperty("readyToUse", Tree.flag(content, "status", "readyToUse"));
          copyStatus(content, status);
        });
  }

  private static void copyStatus(JsonObject content, JsonObject status) {
    long nanos = Tree.number(content, 0, "status", "creationTime");
    if (nanos > 0) {
      Instant at = Instant.ofEpochSecond(nanos / 1_000_000_000L);
      status.addProperty("creationTime", at.toString());
      status.addProperty("restoreSize", Tree.text(content, "status", "restoreSize"));
    }
    status.remove("error");
    Tree.find(content, "status", "error").ifPresent(error -> status.add("error", error.deepCopy()));
  }

  /** Releases a VolumeSnapshot. A content that is not retained is deleted first. */
  private void end(JsonObject snapshot) {
    if (isBeingRestored(snapshot)) {
      return;
    }
    Optional<JsonObject> content =
        api()
            .find(
                ResourceType.SNAPSHOT_CONTENT,
                "",
                Tree.text(snapshot, "status", "boundVolumeSnapshotContentName"))
            .filter(
                one ->
                    Tree.text(one, "spec", "volumeSnapshotRef", "uid").equals(Tree.uid(snapshot)));
    content.ifPresent(
        one ->
            write(
                ResourceType.SNAPSHOT_CONTENT,
                one,
                is ->
                    Tree.ensure(is, "metadata", "annotations").addProperty(BEING_DELETED, "yes")));
    boolean deletes =
        content
            .filter(one -> Tree.text(one, "spec", "deletionPolicy").equals("Delete"))
            .isPresent();
    if (!deletes) {
      write(
          ResourceType.VOLUME_SNAPSHOT,
          snapshot,
          is -> PROTECTIONS.forEach(protection -> Tree.removeFinalizer(is, protection)));
    } else if (!Tree.isDeleting(content.get())) {
      api().delete(ResourceType.SNAPSHOT_CONTENT, "", Tree.name(content.get()), DeleteOptions.NONE);
    }
  }

  private boolean isBeingRestored(JsonObject snapshot) {
    return api().store().list(ResourceType.CLAIM, Tree.namespace(snapshot)).stream()
        .filter(claim -> !Tree.isDeleting(claim))
        .filter(claim -> Tree.text(claim, "status", "phase").equals("Pending"))
        .anyMatch(
            claim -> Tree.text(claim, "spec", "dataSource", "name").equals(Tree.name(snapshot)));
  }
}
