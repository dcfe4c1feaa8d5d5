package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.control.Instances.Launch;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Goldens of snapshots of databases, on real servers. */
@Tag("slow")
class SnapshotGoldenRoadTest extends DatabasesRoad {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @Test
  void a_golden_of_a_snapshot_outlives_the_snapshot_and_the_database() throws Exception {
    create("shop");
    execute("shop", "CREATE TABLE public.which AS SELECT 'golden' AS value");
    Credentials original = login("shop");
    register("shop", snapshot("shop"));
    execute("shop", "UPDATE public.which SET value = 'later'");

    Instance first = launch("shop");
    control.databases().delete(ada, "shop", true);
    Instance second = launch("shop");

    for (Instance clone : new Instance[] {first, second}) {
      Credentials login = control.instances().credentials(ada, clone.id());
      assertThat(query(login, "SELECT value FROM public.which")).isEqualTo("golden");
      assertThat(login.password()).isNotEqualTo(original.password());
    }
  }

  @Test
  void a_snapshot_that_is_not_there_is_named() throws Exception {
    UUID unknown = UUID.randomUUID();
    register("lost", unknown);

    assertThat(launch("lost").status().message())
        .contains("'snapshot:" + unknown + "': there is no such snapshot of a database");
  }

  @Test
  void a_snapshot_of_another_engine_is_refused() throws Exception {
    create("tea", DatabaseType.MYSQL, "8.0");
    register("tea", snapshot("tea"));

    Instance refused = launch("tea");

    assertThat(refused.phase()).isEqualTo(InstancePhase.FAILED);
    assertThat(refused.status().message()).contains("it is of mysql");
  }

  private static UUID snapshot(String database) throws Exception {
    DatabaseSnapshot begun =
        control.snapshots().take(ada, database, new Snapshots.Take("golden", ""));
    DatabaseSnapshot taken = control.snapshots().awaitTaken(begun, PATIENCE).get();
    assertThat(taken.phase()).isEqualTo(DatabaseSnapshot.Phase.READY);
    return taken.id();
  }

  private static void register(String golden, UUID snapshot) {
    control
        .goldens()
        .register(ada, RegisterVersion.of(golden, Substrate.POSTGRES, "snapshot:" + snapshot));
  }

  private static Instance launch(String golden) throws Exception {
    Instance launched = control.instances().launch(ada, Launch.latest(golden, Ttl.parse("1h")));
    return control.instances().awaitSettled(ada, launched.id(), PATIENCE).get();
  }
}
