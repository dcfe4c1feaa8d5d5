package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreUnavailableException;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class WorkRunnerDueTest {
  private final MutableClock clock = new MutableClock();
  private final FakeDataPlane plane = new FakeDataPlane();
  private final BrittleStore store = new BrittleStore();
  private final DataPlanes dataPlanes = new DataPlanes(id -> {}, ControlObserver.NONE);
  private final WorkRunner runner =
      new WorkRunner(
          store,
          clock,
          UUID::randomUUID,
          "server",
          "goldenrod",
          source -> {
            throw new AssertionError("no source is read");
          },
          (tx, database) -> Optional.empty(),
          (golden, version) -> Optional.empty(),
          ControlObserver.NONE,
          dataPlanes);

  /** A store in memory that is unavailable on demand. */
  private static final class BrittleStore implements Store {
    private final InMemoryStore store = new InMemoryStore();
    private boolean available = true;

    @Override
    public <T> T inTransaction(Function<Transaction, T> work) {
      if (!available) {
        throw new StoreUnavailableException("the store is away");
      }
      return store.inTransaction(work);
    }

    @Override
    public void close() {
      store.close();
    }
  }

  @Test
  void what_waits_for_a_data_plane_is_due_at_its_return_also_if_the_store_fails_at_that_moment() {
    Cluster cluster =
        new Cluster(
            UUID.randomUUID(),
            UUID.randomUUID(),
            "fake",
            ClusterKind.EMBEDDED,
            "fake",
            null,
            null,
            Instant.EPOCH);
    dataPlanes.attach(cluster, plane, true);
    UUID waiting = UUID.randomUUID();
    Instant later = clock.instant().plus(Duration.ofSeconds(20));
    store.useTransaction(
        tx ->
            tx.work()
                .schedule(
                    WorkItem.due(
                        WorkKind.DATABASE, cluster.orgId(), waiting, cluster.id(), later)));
    plane.lose("no answer");
    assertThat(runner.due()).isEmpty();
    plane.comeOnline();

    store.available = false;
    assertThatThrownBy(runner::due).isInstanceOf(StoreUnavailableException.class);
    store.available = true;

    assertThat(runner.due()).containsExactly(waiting);
  }
}
