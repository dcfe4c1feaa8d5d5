package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.snapshot.KubernetesSnapshots;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The driver's snapshots behind databases' snapshots. */
@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedKeptSnapshotsTest {
  private static SnapshotFixture world;
  private static KubernetesDataPlane plane;

  @BeforeAll
  static void start() throws Exception {
    world = SnapshotFixture.start("kept");
    plane = world.namespace().connect();
  }

  @AfterAll
  static void stop() {
    plane.close();
    world.close();
  }

  @Test
  void the_data_of_a_snapshot_outlives_its_volume_snapshot_and_goes_with_the_snapshot() {
    UUID id = world.snapshotOf(plane);

    deleteVolumeSnapshot(id);
    assertThat(contents(id))
        .singleElement()
        .extracting(content -> Tree.text(content, "spec", "deletionPolicy"))
        .isEqualTo("Retain");

    plane.snapshots().remove(id);
    await("the content is gone").until(() -> contents(id).isEmpty());
  }

  @Test
  void nothing_stays_of_a_snapshot_that_is_removed() {
    UUID id = world.snapshotOf(plane);

    plane.snapshots().remove(id);

    await("the content is gone").until(() -> contents(id).isEmpty());
  }

  @Test
  void the_data_of_a_snapshot_that_an_earlier_release_took_is_kept_as_well() {
    UUID id = world.snapshotOf(plane);
    JsonObject content = contents(id).get(0);
    world
        .namespace()
        .cluster()
        .objects()
        .update(
            ResourceType.SNAPSHOT_CONTENT,
            "",
            Tree.name(content),
            WriteScope.OBJECT,
            is -> {
              is.getAsJsonObject("metadata").remove("labels");
              is.getAsJsonObject("spec").addProperty("deletionPolicy", "Delete");
              return is;
            });

    await("the next look keeps it")
        .until(
            () -> {
              plane.inventory();
              return !contents(id).isEmpty();
            });

    assertThat(Tree.text(contents(id).get(0), "spec", "deletionPolicy")).isEqualTo("Retain");
  }

  private static void deleteVolumeSnapshot(UUID id) {
    String namespace = world.namespace().name();
    String name = KubernetesSnapshots.name(id);
    world
        .namespace()
        .cluster()
        .objects()
        .delete(ResourceType.VOLUME_SNAPSHOT, namespace, name, DeleteOptions.NONE);
    await("the VolumeSnapshot is gone")
        .until(
            () ->
                world
                    .namespace()
                    .cluster()
                    .objects()
                    .find(ResourceType.VOLUME_SNAPSHOT, namespace, name)
                    .isEmpty());
  }

  private static List<JsonObject> contents(UUID id) {
    return world
        .namespace()
        .cluster()
        .objects()
        .list(ResourceType.SNAPSHOT_CONTENT, "", Selector.parse(Labels.SNAPSHOT + "=" + id, ""));
  }
}
