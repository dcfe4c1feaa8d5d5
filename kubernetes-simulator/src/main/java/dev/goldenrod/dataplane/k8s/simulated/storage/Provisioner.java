package dev.goldenrod.dataplane.k8s.simulated.storage;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.EventRecorder;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.controller.Controller;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.Optional;

/** Binds claims to new volumes, and deletes the volumes of deleted claims. */
public final class Provisioner extends Controller {
  private static final String PROTECTION = "kubernetes.io/pvc-protection";

  private final String driver;
  private final StorageFolders folders;
  private final EventRecorder events;

  public Provisioner(ObjectApi api, String driver, StorageFolders folders) {
    super(api, ResourceType.CLAIM);
    this.driver = driver;
    this.folders = folders;
    events = new EventRecorder(api, driver);
  }

  @Override
  protected void otherChanged(Change change) {
    boolean podEnded = change.type() == ResourceType.POD && change.kind() == Change.Kind.DELETED;
    boolean snapshotChanged = change.type() == ResourceType.VOLUME_SNAPSHOT;
    if (podEnded || snapshotChanged) {
      api().store().list(ResourceType.CLAIM, Tree.namespace(change.object())).stream()
          .filter(claim -> Tree.isDeleting(claim) || !isBound(claim))
          .forEach(claim -> enqueue(Key.of(claim)));
    }
  }

  @Override
  protected void reconcile(Key key) throws InterruptedException {
    Optional<JsonObject> claim = find(key);
    if (claim.isEmpty()) {
      removeVolume(key);
    } else if (Tree.isDeleting(claim.get())) {
      release(claim.get());
    } else if (isBound(claim.get())) {
      grow(claim.get());
    } else {
      provision(claim.get());
    }
  }

  private static boolean isBound(JsonObject claim) {
    return Tree.text(claim, "status", "phase").equals("Bound");
  }

  private void removeVolume(Key claim) {
    api().store().list(ResourceType.VOLUME, "").stream()
        .filter(volume -> Tree.text(volume, "spec", "claimRef", "name").equals(claim.name()))
        .filter(
            volume -> Tree.text(volume, "spec", "claimRef", "namespace").equals(claim.namespace()))
        .forEach(this::removeVolume);
  }

  private void removeVolume(JsonObject volume) {
    if (Tree.text(volume, "spec", "persistentVolumeReclaimPolicy").equals("Delete")) {
      folders.deleteVolume(Tree.text(volume, "spec", "csi", "volumeHandle"));
      api().delete(ResourceType.VOLUME, "", Tree.name(volume), DeleteOptions.NONE);
    }
  }

  /** Releases a deleted claim, unless a scheduled pod still uses it. */
  private void release(JsonObject claim) {
    boolean used =
        api().store().list(ResourceType.POD, Tree.namespace(claim)).stream()
            .anyMatch(pod -> uses(pod, Tree.name(claim)));
    if (!used && Tree.hasFinalizer(claim, PROTECTION)) {
      write(ResourceType.CLAIM, claim, is -> Tree.removeFinalizer(is, PROTECTION));
    }
  }

  private static boolean uses(JsonObject pod, String claim) {
    return Tree.has(pod, "spec", "nodeName")
        && Tree.objects(pod, "spec", "volumes").stream()
            .anyMatch(
                volume -> Tree.text(volume, "persistentVolumeClaim", "claimName").equals(claim));
  }

  private void grow(JsonObject claim) {
    String wanted = wantedSize(claim);
    if (Quantity.bytes(wanted)
        > Quantity.bytes(Tree.text(claim, "status", "capacity", "storage"))) {
      write(
          ResourceType.CLAIM,
          claim,
          is -> Tree.ensure(is, "status", "capacity").addProperty("storage", wanted));
    }
  }

  private static String wantedSize(JsonObject claim) {
    return Tree.text(claim, "spec", "resources", "requests", "storage");
  }

  private void provision(JsonObject claim) throws InterruptedException {
    String className = Tree.text(claim, "spec", "storageClassName");
    if (className.isEmpty()) {
      refuse(
          claim,
          "FailedBinding",
          "no persistent volumes available for this claim and no storage class is set");
      return;
    }
    Optional<JsonObject> found = api().find(ResourceType.STORAGE_CLASS, "", className);
    if (found.isEmpty()) {
      String message = "storageclass.storage.k8s.io \"%s\" not found";
      refuse(claim, "ProvisioningFailed", message.formatted(className));
      return;
    }
    if (Tree.text(found.get(), "provisioner").equals(driver)) {
      Optional<String> handle = handle(claim, className);
      if (handle.isPresent()) {
        bind(claim, found.get(), handle.get());
      }
    }
  }

  private void refuse(JsonObject claim, String reason, String message) {
    boolean told =
        api().store().list(ResourceType.EVENT, Tree.namespace(claim)).stream()
            .anyMatch(
                event ->
                    Tree.text(event, "involvedObject", "uid").equals(Tree.uid(claim))
                        && Tree.text(event, "message").equals(message));
    if (!told) {
      events.warning(claim, reason, message);
    }
    retry(Key.of(claim));
  }

  /** Creates a volume and returns its handle; empty if the volume cannot be created yet. */
  private Optional<String> handle(JsonObject claim, String className) throws InterruptedException {
    String source = Tree.text(claim, "spec", "dataSource", "name");
    if (source.isEmpty()) {
      source = Tree.text(claim, "spec", "dataSourceRef", "name");
    }
    if (source.isEmpty()) {
      return Optional.of(folders.create());
    }
    Optional<JsonObject> snapshot =
        api().find(ResourceType.VOLUME_SNAPSHOT, Tree.namespace(claim), source);
    String refusal = refusal(claim, source, snapshot);
    if (!refusal.isEmpty()) {
      String message = "failed to provision volume with StorageClass \"%s\": %s";
      refuse(claim, "ProvisioningFailed", message.formatted(className, refusal));
      return Optional.empty();
    }
    JsonObject content =
        api()
            .get(
                ResourceType.SNAPSHOT_CONTENT,
                "",
                Tree.text(snapshot.orElseThrow(), "status", "boundVolumeSnapshotContentName"));
    return Optional.of(folders.restore(Tree.text(content, "status", "snapshotHandle")));
  }

  private static String refusal(JsonObject claim, String source, Optional<JsonObject> snapshot) {
    String about = "error getting handle for DataSource Type VolumeSnapshot by Name " + source;
    if (snapshot.isEmpty()) {
      return "%s: error getting snapshot %s from api server: volumesnapshots.snapshot.storage.k8s.io"
              .formatted(about, source)
          + " \"%s\" not found".formatted(source);
    }
    if (!Tree.flag(snapshot.get(), "status", "readyToUse")) {
      return "%s: snapshot %s is not Ready".formatted(about, source);
    }
    long size = Quantity.bytes(Tree.text(snapshot.get(), "status", "restoreSize"));
    long wanted = Quantity.bytes(wantedSize(claim));
    return wanted >= size
        ? ""
        : "requested volume size %d is less than the size %d for the source snapshot %s"
            .formatted(wanted, size, source);
  }

  private void bind(JsonObject claim, JsonObject storageClass, String handle) {
    String name = "pvc-" + Tree.uid(claim);
    JsonObject capacity = Tree.of("storage", wantedSize(claim));
    JsonObject spec =
        Tree.of(
            "capacity", capacity,
            "accessModes", Tree.array(Tree.texts(claim, "spec", "accessModes")),
            "persistentVolumeReclaimPolicy", Tree.text(storageClass, "reclaimPolicy"),
            "storageClassName", Tree.name(storageClass),
            "volumeMode", "Filesystem",
            "csi", Tree.of("driver", driver, "volumeHandle", handle),
            "claimRef",
                Tree.of(
                    "kind", "PersistentVolumeClaim",
                    "namespace", Tree.namespace(claim),
                    "name", Tree.name(claim),
                    "uid", Tree.uid(claim)));
    api().create(ResourceType.VOLUME, "", Tree.of("metadata", Tree.of("name", name), "spec", spec));
    write(
        ResourceType.CLAIM,
        claim,
        is -> {
          Tree.ensure(is, "spec").addProperty("volumeName", name);
          JsonObject status = Tree.ensure(is, "status");
          status.addProperty("phase", "Bound");
          status.add("capacity", capacity);
          status.add("accessModes", Tree.array(Tree.texts(claim, "spec", "accessModes")));
        });
  }
}
