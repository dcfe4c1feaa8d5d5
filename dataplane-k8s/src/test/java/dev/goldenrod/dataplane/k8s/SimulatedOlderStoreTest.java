package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Orphans.Restored;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.engine.kept.PostgresValue;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Org;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that is started on an older backup of the store. */
@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedOlderStoreTest {
  private static final String NAMESPACE = "older";

  private static final DatabaseConfig SMALL =
      new DatabaseConfig(
          DatabaseConfig.Memory.M256, DatabaseConfig.Storage.G1, DatabaseConfig.Cpu.HALF);

  private static SimulatedNamespace namespace;

  private final MutableClock clock = new MutableClock();

  @BeforeAll
  static void start_a_cluster() {
    namespace = SimulatedNamespace.start(NAMESPACE);
  }

  @AfterAll
  static void stop() {
    namespace.close();
  }

  @Test
  void it_is_refused_and_when_accepted_stops_what_it_does_not_know_and_restores_it()
      throws Exception {
    try (KubernetesDataPlane plane = namespace.connect();
        Store store = new InMemoryStore();
        Store backup = new InMemoryStore()) {
      Credentials login = serveAndBackUp(plane, store, backup);
      PostgresValue.write(login, "kept");

      assertThatThrownBy(() -> control(backup, plane, false))
          .isInstanceOf(OlderStoreException.class)
          .hasMessageContainingAll(
              "older than the data in namespace " + NAMESPACE, "--accept-older-store");

      try (ControlPlane older = control(backup, plane, true)) {
        older.start();
        UUID id = plane.inventory().databases().iterator().next();
        awaitGoing(() -> plane.databases().observe(id).state() == DatabaseState.STOPPED);
        assertThat(claimsOf(id)).isEqualTo(1);

        Restored restored = older.orphans().restore(older.admin(), onlyOrphan(older));

        assertThat(restored.name()).isEqualTo("shop");
        assertThat(find(older, "shop").template().config()).isEqualTo(SMALL);

        awaitGoing(() -> find(older, restored.name()).phase() == DatabasePhase.RUNNING);
        assertThat(plane.databases().credentials(id)).contains(login);
        assertThat(PostgresValue.read(login)).isEqualTo("kept");
      }
    }
  }

  /** Creates a database that is missing in the backup. */
  private Credentials serveAndBackUp(DataPlane plane, Store store, Store backup) {
    try (ControlPlane control = control(store, plane, false)) {
      copy(store, backup);
      control.start();
      Credentials login = database(control);
      awaitGoing(() -> plane.claimedBy().orElseThrow().number() > 1);
      return login;
    }
  }

  private ControlPlane control(Store store, DataPlane plane, boolean acceptOlderStore) {
    return ControlPlane.builder()
        .store(store)
        .dataPlane(plane)
        .clock(clock)
        .acceptOlderStore(acceptOlderStore)
        .build();
  }

  private Credentials database(ControlPlane control) {
    control
        .databases()
        .create(
            control.admin(), new Databases.Create("shop", DatabaseType.POSTGRESQL, "15", SMALL));
    awaitGoing(() -> find(control, "shop").phase() == DatabasePhase.RUNNING);
    return control.databases().credentials(control.admin(), find(control, "shop"));
  }

  private static Database find(ControlPlane control, String name) {
    return control.databases().find(control.admin(), name);
  }

  private static UUID onlyOrphan(ControlPlane control) {
    assertThat(control.orphans().list(control.admin())).hasSize(1);
    return control.orphans().list(control.admin()).get(0).id();
  }

  private static int claimsOf(UUID database) {
    return namespace
        .cluster()
        .objects()
        .list(ResourceType.CLAIM, NAMESPACE, Selector.parse(Labels.DATABASE + "=" + database, ""))
        .size();
  }

  /** Waits while advancing the servers' clock. */
  private void awaitGoing(Callable<Boolean> condition) {
    await("what the servers do in time")
        .until(
            () -> {
              clock.advance(Duration.ofSeconds(10));
              return condition.call();
            });
  }

  private static void copy(Store store, Store backup) {
    Org org = store.inTransaction(tx -> tx.orgs().findByName("default")).orElseThrow();
    List<Cluster> clusters = store.inTransaction(tx -> tx.clusters().list(org.id()));
    UUID cluster = clusters.get(0).id();
    List<StoreMark> marks = store.inTransaction(tx -> tx.clusters().marks(cluster));
    Quota quota = store.inTransaction(tx -> tx.quotas().get(org.id()));
    backup.useTransaction(
        tx -> {
          tx.orgs().insert(org);
          tx.quotas().insert(quota);
          clusters.forEach(tx.clusters()::insert);
          marks.forEach(mark -> tx.clusters().insertMark(cluster, mark));
        });
  }
}
