package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterStatus;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** An embedded data plane that is temporarily unreachable. */
class LostDataPlaneTest extends DatabasesFixture {
  private static final String WHY = "the Kubernetes API server cannot be reached: refused";
  private static final Duration LONG = Duration.ofDays(1);

  @Test
  void what_was_put_off_meanwhile_is_done_when_it_is_back_and_not_when_its_time_comes() {
    plane.lose(WHY);
    create("shop");
    for (int attempt = 0; attempt < 10; attempt++) {
      clock.advance(Duration.ofSeconds(30));
      settle();
    }
    assertThat(databases.find(ada, "shop").status().message()).isEqualTo(WHY);

    plane.comeOnline();
    settle();

    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void what_the_data_plane_itself_had_put_off_is_asked_for_again_when_it_is_back() {
    plane.blockDatabases("waits for the API server");
    create("shop");
    for (int attempt = 0; attempt < 10; attempt++) {
      clock.advance(Duration.ofSeconds(30));
      settle();
    }
    plane.lose(WHY);
    settle();
    plane.unblockDatabases();
    plane.comeOnline();

    settle();

    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void who_waits_for_a_new_database_is_told_of_it_at_once() {
    plane.lose(WHY);
    Database accepted = create("shop");
    CompletableFuture<Database> made = databases.awaitProvisioned(accepted, LONG);
    assertThat(made).isNotDone();

    settle();

    assertThat(made.join().phase()).isEqualTo(DatabasePhase.PROVISIONING);
    assertThat(made.join().status().message()).isEqualTo(WHY);
  }

  @Test
  void its_cluster_is_degraded_meanwhile_and_says_why() {
    Cluster cluster = control.clusters().list(control.admin()).get(0);
    assertThat(control.clusters().status(cluster)).isEqualTo(ClusterStatus.ONLINE);

    plane.lose(WHY);
    assertThat(control.clusters().status(cluster)).isEqualTo(ClusterStatus.DEGRADED);

    plane.comeOnline();
    assertThat(control.clusters().status(cluster)).isEqualTo(ClusterStatus.ONLINE);
  }

  @Test
  void credentials_are_refused_in_its_own_words() {
    create("shop");
    settle();
    plane.lose(WHY);

    ControlPlaneException refusal = refusal(() -> login("shop"));
    assertThat(refusal.code()).isEqualTo(ErrorCode.DATA_PLANE_UNREACHABLE);
    assertThat(refusal).hasMessage(WHY);

    ControlPlaneException notReset = refusal(() -> databases.resetCredentials(ada, "shop"));
    assertThat(notReset.code()).isEqualTo(ErrorCode.DATA_PLANE_UNREACHABLE);

    plane.comeOnline();
    assertThat(login("shop").password()).isNotEmpty();
  }
}
