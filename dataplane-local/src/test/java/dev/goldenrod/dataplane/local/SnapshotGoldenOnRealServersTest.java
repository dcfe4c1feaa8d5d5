package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.control.Instances.Launch;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.Ttl;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Goldens from snapshots of databases, on real servers. */
@Tag("slow")
class SnapshotGoldenOnRealServersTest extends RealServersFixture {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @Test
  void a_golden_of_a_snapshot_outlives_the_snapshot_and_the_database() throws Exception {
    create("shop");
    execute("shop", "CREATE TABLE public.which AS SELECT 'golden' AS value");
    Credentials original = login("shop");
    register("shop", "snapshot:" + snapshot("shop"));
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

  @ParameterizedTest
  @CsvSource({
    "snapshot:6f1c2a4e-0d5b-4c3a-9e7f-1b2d3c4e5f60, is not a snapshot of a database",
    "dir:/srv/gone, --import-root",
    "dir:here, the path is not absolute"
  })
  void what_is_not_there_is_not_registered(String handle, String problem) {
    assertThatThrownBy(() -> register("lost", handle))
        .isInstanceOfSatisfying(
            ControlPlaneException.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_INPUT))
        .hasMessageContaining(problem);
  }

  private static UUID snapshot(String database) throws Exception {
    DatabaseSnapshot begun =
        control.snapshots().take(ada, database, new Snapshots.Take("golden", ""));
    DatabaseSnapshot taken = control.snapshots().awaitTaken(begun, PATIENCE).get();
    assertThat(taken.phase()).isEqualTo(DatabaseSnapshot.Phase.READY);
    return taken.id();
  }

  private static void register(String golden, String handle) {
    control.goldens().register(ada, RegisterVersion.of(golden, Substrate.POSTGRES, handle));
  }

  private static Instance launch(String golden) throws Exception {
    Instance launched = control.instances().launch(ada, Launch.latest(golden, Ttl.parse("1h")));
    return control.instances().awaitSettled(ada, launched.id(), PATIENCE).get();
  }
}
