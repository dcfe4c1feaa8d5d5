package dev.goldenrod.dataplane.k8s.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

class StorageTest extends SimulatorFixture {
  private static final String RETAIN = "{\"spec\": {\"deletionPolicy\": \"Retain\"}}";
  private static final String DELETE = "{\"spec\": {\"deletionPolicy\": \"Delete\"}}";

  @Test
  void a_volume_from_a_snapshot_has_what_its_source_had_then() throws IOException {
    Path source = boundVolume("source", "");
    Files.writeString(source.resolve("file"), "then");
    snapshot("moment", "source");
    Files.writeString(source.resolve("file"), "now");

    assertThat(boundVolume("restored", "moment").resolve("file")).hasContent("then");
  }

  @Test
  void a_volume_that_is_smaller_than_its_snapshot_is_refused() {
    boundVolume("large", "");
    snapshot("large-moment", "large");
    client.create(ResourceType.CLAIM, claim("small", "1Gi", "large-moment"));

    await().until(() -> hasEvent("small", "requested volume size 1073741824 is less than"));
  }

  @Test
  void a_snapshot_whose_content_is_kept_outlives_its_objects() {
    boundVolume("kept", "");
    String content = snapshot("kept-moment", "kept");
    String handle =
        Tree.text(client.get(ResourceType.SNAPSHOT_CONTENT, content), "status", "snapshotHandle");
    client.merge(ResourceType.SNAPSHOT_CONTENT, content, RETAIN);
    client.delete(ResourceType.VOLUME_SNAPSHOT, "kept-moment");
    await().until(() -> isGone(ResourceType.VOLUME_SNAPSHOT, "kept-moment"));
    assertThat(cluster.storage().hasSnapshot(handle)).isTrue();

    preProvision("again", handle);
    assertThat(boundVolume("from-handle", "again")).isDirectory();

    client.merge(ResourceType.SNAPSHOT_CONTENT, content, DELETE);
    client.delete(ResourceType.SNAPSHOT_CONTENT, content);
    await().until(() -> isGone(ResourceType.SNAPSHOT_CONTENT, content));
    assertThat(cluster.storage().hasSnapshot(handle)).isFalse();
  }

  @Test
  void deleting_a_snapshot_deletes_what_it_stands_for() {
    boundVolume("brief", "");
    String content = snapshot("brief-moment", "brief");
    String handle =
        Tree.text(client.get(ResourceType.SNAPSHOT_CONTENT, content), "status", "snapshotHandle");

    client.delete(ResourceType.VOLUME_SNAPSHOT, "brief-moment");

    await().until(() -> isGone(ResourceType.VOLUME_SNAPSHOT, "brief-moment"));
    assertThat(client.find(ResourceType.SNAPSHOT_CONTENT, content)).isEmpty();
    assertThat(cluster.storage().hasSnapshot(handle)).isFalse();
  }

  @Test
  void an_unknown_handle_is_told() {
    create("unknown", "no-such-handle");

    await()
        .until(
            () ->
                Tree.text(
                    client.get(ResourceType.VOLUME_SNAPSHOT, "unknown"),
                    "status",
                    "error",
                    "message"),
            message -> message.contains("snapshot id no-such-handle not found"));
  }

  @Test
  void deleting_a_claim_deletes_its_volume() {
    Path volume = boundVolume("deleted", "");

    client.delete(ResourceType.CLAIM, "deleted");

    await().until(() -> isGone(ResourceType.CLAIM, "deleted") && Files.notExists(volume));
  }

  private static void preProvision(String name, String handle) {
    create(name, handle);
    await()
        .until(
            () ->
                Tree.flag(client.get(ResourceType.VOLUME_SNAPSHOT, name), "status", "readyToUse"));
  }

  private static void create(String name, String handle) {
    client.create(
        ResourceType.SNAPSHOT_CONTENT,
        """
        {
          "metadata": {"name": "content-%1$s"},
          "spec": {
            "deletionPolicy": "Retain",
            "driver": "%2$s",
            "source": {"snapshotHandle": "%3$s"},
            "volumeSnapshotRef": {"name": "%1$s", "namespace": "default"}
          }
        }
        """
            .formatted(name, SimulatedCluster.DRIVER, handle));
    client.create(
        ResourceType.VOLUME_SNAPSHOT,
        """
        {
          "metadata": {"name": "%1$s"},
          "spec": {"source": {"volumeSnapshotContentName": "content-%1$s"}}
        }
        """
            .formatted(name));
  }

  private static String snapshot(String name, String claim) {
    client.create(
        ResourceType.VOLUME_SNAPSHOT,
        """
        {
          "metadata": {"name": "%s"},
          "spec": {
            "volumeSnapshotClassName": "%s",
            "source": {"persistentVolumeClaimName": "%s"}
          }
        }
        """
            .formatted(name, SimulatedCluster.SNAPSHOT_CLASS, claim));
    JsonObject ready =
        await()
            .until(
                () -> client.get(ResourceType.VOLUME_SNAPSHOT, name),
                one -> Tree.flag(one, "status", "readyToUse"));
    return Tree.text(ready, "status", "boundVolumeSnapshotContentName");
  }

  private static Path boundVolume(String name, String snapshot) {
    client.create(ResourceType.CLAIM, claim(name, "2Gi", snapshot));
    JsonObject bound =
        await()
            .until(
                () -> client.get(ResourceType.CLAIM, name),
                one -> Tree.text(one, "status", "phase").equals("Bound"));
    JsonObject volume = client.get(ResourceType.VOLUME, Tree.text(bound, "spec", "volumeName"));
    return cluster.storage().volume(Tree.text(volume, "spec", "csi", "volumeHandle"));
  }

  private static String claim(String name, String size, String snapshot) {
    String source =
        """
        , "dataSource": {
            "apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "%s"}
        """;
    return """
        {
          "metadata": {"name": "%s"},
          "spec": {
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "%s"}}
            %s
          }
        }
        """
        .formatted(name, size, snapshot.isEmpty() ? "" : source.formatted(snapshot));
  }

  private static boolean hasEvent(String about, String part) {
    return cluster.objects().store().list(ResourceType.EVENT, "default").stream()
        .filter(event -> Tree.text(event, "involvedObject", "name").equals(about))
        .anyMatch(event -> Tree.text(event, "message").contains(part));
  }

  private static boolean isGone(ResourceType type, String name) {
    return client.find(type, name).isEmpty();
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(8)).pollInterval(Duration.ofMillis(10));
  }
}
