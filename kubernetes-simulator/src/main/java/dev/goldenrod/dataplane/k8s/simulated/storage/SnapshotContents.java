package dev.goldenrod.dataplane.k8s.simulated.storage;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.controller.Controller;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Times;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Takes and deletes snapshots of volumes, as the CSI snapshotter beside a storage driver does. */
public final class SnapshotContents extends Controller {
  private static final String PROTECTION =
      "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection";

  private final String driver;
  private final StorageFolders folders;

  public SnapshotContents(ObjectApi api, String driver, StorageFolders folders) {
    super(api, ResourceType.SNAPSHOT_CONTENT);
    this.driver = driver;
    this.folders = folders;
  }

  @Override
  protected void reconcile(Key key) throws InterruptedException {
    Optional<JsonObject> content =
        find(key).filter(one -> Tree.text(one, "spec", "driver").equals(driver));
    if (content.isEmpty()) {
      return;
    }
    if (Tree.isDeleting(content.get())) {
      end(content.get());
      return;
    }
    if (!Tree.hasFinalizer(content.get(), PROTECTION)) {
      write(ResourceType.SNAPSHOT_CONTENT, content.get(), is -> Tree.addFinalizer(is, PROTECTION));
    } else if (!Tree.flag(content.get(), "status", "readyToUse")) {
      makeUnlessHeld(key, content.get());
    }
  }

  private void makeUnlessHeld(Key key, JsonObject content) throws InterruptedException {
    if (folders.isHeld()) {
      retry(key);
    } else {
      make(content);
    }
  }

  private void make(JsonObject content) throws InterruptedException {
    String existing = Tree.text(content, "spec", "source", "snapshotHandle");
    if (existing.isEmpty()) {
      String volume = Tree.text(content, "spec", "source", "volumeHandle");
      Instant at = Instant.now();
      ready(content, folders.snapshot(volume), at, size(volume));
    } else if (folders.hasSnapshot(existing)) {
      ready(content, existing, Instant.now(), folders.size(existing));
    } else {
      fail(content, existing);
    }
  }

  private long size(String volumeHandle) {
    return api().store().list(ResourceType.VOLUME, "").stream()
        .filter(one -> Tree.text(one, "spec", "csi", "volumeHandle").equals(volumeHandle))
        .mapToLong(one -> Quantity.bytes(Tree.text(one, "spec", "capacity", "storage")))
        .findFirst()
        .orElse(0);
  }

  private void ready(JsonObject content, String handle, Instant at, long size) {
    folders.size(handle, size);
    write(
        ResourceType.SNAPSHOT_CONTENT,
        content,
        is -> {
          JsonObject status = Tree.ensure(is, "status");
          status.addProperty("snapshotHandle", handle);
          status.addProperty("creationTime", Duration.between(Instant.EPOCH, at).toNanos());
          status.addProperty("readyToUse", true);
          status.addProperty("restoreSize", size);
          status.remove("error");
        });
  }

  private void fail(JsonObject content, String handle) {
    String message =
        "Failed to check and update snapshot content: failed to list snapshot for content %s: \"rpc"
            + " error: code = NotFound desc = snapshot id %s not found\"";
    write(
        ResourceType.SNAPSHOT_CONTENT,
        content,
        is -> {
          JsonObject status = Tree.ensure(is, "status");
          status.addProperty("readyToUse", false);
          if (!status.has("error")) {
            status.add(
                "error",
                Tree.of(
                    "message", message.formatted(Tree.name(content), handle),
                    "time", Times.now()));
          }
        });
  }

  /** Deletes the snapshot if its policy says so, unless a VolumeSnapshot is still bound to it. */
  private void end(JsonObject content) {
    boolean unbound =
        Tree.has(content, "spec", "source", "snapshotHandle")
            && Tree.text(content, "spec", "volumeSnapshotRef", "uid").isEmpty();
    if (!unbound && !Tree.has(content, "metadata", "annotations", Snapshots.BEING_DELETED)) {
      return;
    }
    if (Tree.text(content, "spec", "deletionPolicy").equals("Delete")) {
      String handle = Tree.text(content, "status", "snapshotHandle");
      folders.deleteSnapshot(
          handle.isEmpty() ? Tree.text(content, "spec", "source", "snapshotHandle") : handle);
    }
    write(ResourceType.SNAPSHOT_CONTENT, content, is -> Tree.removeFinalizer(is, PROTECTION));
  }
}
