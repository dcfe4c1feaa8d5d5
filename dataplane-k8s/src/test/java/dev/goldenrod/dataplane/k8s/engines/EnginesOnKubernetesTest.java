package dev.goldenrod.dataplane.k8s.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.dataplane.k8s.simulated.ServerSignals;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases of other engines than PostgreSQL, from creation to a copy. */
@Tag("simulated")
@Tag("slow")
class EnginesOnKubernetesTest {
  @TempDir Path folder;
  private KubernetesDataPlane plane;

  @Test
  void a_database_of_mysql_keeps_its_data_and_is_copied_while_it_runs() throws Exception {
    tryOut(new MySql());
  }

  @Test
  void a_database_of_mongodb_keeps_its_data_and_is_copied_while_it_runs() throws Exception {
    tryOut(new MongoDbStandIn());
  }

  @Test
  void a_mysql_that_hangs_is_not_ready_until_it_answers_again() throws Exception {
    MySql engine = new MySql();
    try (engine;
        EngineCluster cluster = new EngineCluster(engine, folder);
        KubernetesDataPlane opened = cluster.open()) {
      plane = opened;
      DatabaseSpec main = spec(engine.blank());
      ready(main);
      ServerSignals server = cluster.server(main.id());

      server.send("STOP");
      Awaitility.await()
          .atMost(Duration.ofMinutes(8))
          .until(() -> plane.databases().observe(main.id()).state() != DatabaseState.READY);

      server.send("CONT");
      ready(main);
      assertThat(cluster.server(main.id())).isEqualTo(server);
    }
  }

  private void tryOut(EngineUnderTest engine) throws Exception {
    try (engine;
        EngineCluster cluster = new EngineCluster(engine, folder);
        KubernetesDataPlane opened = cluster.open()) {
      plane = opened;
      DatabaseSpec main = spec(engine.blank());
      engine.client().write(ready(main), "first");

      DatabaseSpec branch = spec(new Origin.Database(main.id()));
      assertThat(engine.client().read(ready(branch))).isEqualTo("first");
      engine.client().write(ready(branch), "of the branch");

      await(main.stopped(), DatabaseState.STOPPED);
      assertThat(engine.client().read(ready(main))).isEqualTo("first");
    }
  }

  private static DatabaseSpec spec(Origin origin) {
    return DatabaseSpec.of(UUID.randomUUID(), origin, new Resources(512, 0, 0));
  }

  private Credentials ready(DatabaseSpec spec) {
    await(spec, DatabaseState.READY);
    return plane.databases().credentials(spec.id()).orElseThrow();
  }

  private void await(DatabaseSpec spec, DatabaseState state) {
    plane.databases().ensure(spec);
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(() -> plane.databases().observe(spec.id()).state() == state);
  }
}
