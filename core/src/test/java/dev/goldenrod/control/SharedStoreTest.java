package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreRelease;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Servers of two releases on one store with its own clock. */
class SharedStoreTest {
  private static final int PASSES = 20;

  private final InMemoryStore store = new InMemoryStore();
  private final MutableClock storeClock = new MutableClock();
  private final FakeDataPlane plane = new FakeDataPlane();
  private final ReleaseReportingStore seenByOlder = new ReleaseReportingStore();
  private ControlPlane older;
  private ControlPlane newer;
  private Actor admin;

  /** The shared store as seen by one server, with that server's release. */
  private final class ReleaseReportingStore implements Store {
    private StoreRelease release = StoreRelease.CURRENT;

    @Override
    public <T> T inTransaction(Function<Transaction, T> work) {
      return store.inTransaction(work);
    }

    @Override
    public StoreRelease heartbeat() {
      return release;
    }

    @Override
    public Clock clock() {
      return storeClock;
    }

    @Override
    public void close() {
      store.close();
    }
  }

  @BeforeEach
  void start() {
    older = ControlPlane.builder().store(seenByOlder).dataPlane(plane).serverName("older").build();
    newer =
        ControlPlane.builder()
            .store(new ReleaseReportingStore())
            .dataPlane(plane)
            .serverName("newer")
            .build();
    admin = older.admin();
    older
        .goldens()
        .register(admin, new Goldens.RegisterVersion("shop", Substrate.POSTGRES, "", "handle", 0));
  }

  @AfterEach
  void close() {
    older.close();
    newer.close();
    plane.close();
    store.close();
  }

  private UUID launch() {
    return older
        .instances()
        .launch(admin, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("8h"), 0))
        .id();
  }

  private InstancePhase phase(UUID instance) {
    return older.instances().find(admin, instance).phase();
  }

  private void work(ControlPlane server) {
    for (int pass = 0; pass < PASSES; pass++) {
      server.runDueOnce();
      storeClock.advance(Duration.ofSeconds(1));
    }
  }

  @Test
  void the_older_server_answers_and_leaves_the_work_to_the_newer_one() {
    work(older);
    assertThat(older.retirement()).isEmpty();
    seenByOlder.release = StoreRelease.NEWER;

    UUID instance = launch();
    work(older);
    assertThat(phase(instance)).isEqualTo(InstancePhase.PENDING);
    assertThat(older.retirement().orElseThrow()).contains("newer release");

    work(newer);
    assertThat(phase(instance)).isEqualTo(InstancePhase.READY);
    assertThat(older.instances().credentials(admin, instance).password()).isNotEmpty();
    assertThat(newer.retirement()).isEmpty();
  }

  @Test
  void a_cluster_that_only_older_servers_have_goes_offline() {
    ControlPlane looker = ControlPlane.builder().store(new ReleaseReportingStore()).build();
    work(older);
    assertThat(looker.clusters().isOnline(looker.clusters().list(admin).get(0))).isTrue();

    seenByOlder.release = StoreRelease.NEWER;
    work(older);

    assertThat(looker.clusters().isOnline(looker.clusters().list(admin).get(0))).isFalse();
    looker.close();
  }

  @Test
  void expiry_goes_by_the_stores_clock() {
    UUID instance = launch();
    work(older);
    Instance launched = older.instances().find(admin, instance);
    assertThat(launched.spec().expiresAt())
        .isBetween(
            storeClock.instant().minusSeconds(PASSES).plus(Duration.ofHours(8)),
            storeClock.instant().plus(Duration.ofHours(8)));

    storeClock.advance(Duration.ofHours(8));
    work(older);

    assertThat(older.instances().list(admin)).isEmpty();
  }
}
