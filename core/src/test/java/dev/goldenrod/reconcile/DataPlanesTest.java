package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DataPlanesTest {
  private final List<UUID> heard = new ArrayList<>();
  private final DataPlanes dataPlanes = new DataPlanes(heard::add, ControlObserver.NONE);
  private final FakeDataPlane plane = new FakeDataPlane();
  private final Cluster cluster =
      new Cluster(
          UUID.randomUUID(),
          UUID.randomUUID(),
          "fake",
          ClusterKind.EMBEDDED,
          "fake",
          null,
          null,
          Instant.EPOCH);

  @Test
  void what_is_under_way_ends_before_a_detachment_does() throws Exception {
    dataPlanes.attach(cluster, plane, true);
    CountDownLatch began = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    CompletableFuture<Boolean> call =
        CompletableFuture.supplyAsync(
            () ->
                dataPlanes
                    .call(
                        cluster.id(),
                        asked -> {
                          began.countDown();
                          return awaits(mayEnd);
                        })
                    .orElseThrow());
    assertThat(awaits(began)).isTrue();

    CompletableFuture<Boolean> detachment =
        CompletableFuture.supplyAsync(
            () -> {
              dataPlanes.detach(plane);
              return mayEnd.getCount() == 0;
            });
    await().atMost(Duration.ofMinutes(8)).until(() -> !dataPlanes.isAttached(cluster.id()));
    mayEnd.countDown();

    assertThat(detachment.get(60, TimeUnit.SECONDS)).isTrue();
    assertThat(call.get(60, TimeUnit.SECONDS)).isTrue();
  }

  private static boolean awaits(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }

  @Test
  void nothing_is_asked_of_a_data_plane_that_is_detached() {
    dataPlanes.attach(cluster, plane, true);
    AttachedCluster held = dataPlanes.attached(cluster.id()).get(0);
    dataPlanes.detach(plane);

    assertThat(dataPlanes.call(cluster.id(), asked -> true)).isEmpty();
    assertThat(held.call(asked -> true)).isEmpty();
  }

  @Test
  void changes_are_heard_of_while_a_data_plane_is_attached() {
    dataPlanes.attach(cluster, plane, true);
    UUID first = change(plane);
    assertThat(heard).containsOnly(first);

    dataPlanes.detach(plane);
    change(plane);
    assertThat(heard).containsOnly(first);

    FakeDataPlane next = plane.restarted();
    dataPlanes.attach(cluster, next, true);
    UUID last = change(next);
    assertThat(heard).containsOnly(first, last);
  }

  private static UUID change(FakeDataPlane plane) {
    UUID id = UUID.randomUUID();
    VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 1, "handle");
    plane
        .databases()
        .ensure(DatabaseSpec.of(id, new Origin.Version(version), InstanceSize.SMALL.resources()));
    return id;
  }
}
