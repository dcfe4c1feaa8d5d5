package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OfflineDatabasesTest extends DatabasesFixture {
  private static final String OFFLINE = "data-plane agent offline";
  private static final Duration LONG = Duration.ofDays(1);

  OfflineDatabasesTest() {
    settings = new Settings(10, 100, 10, Duration.ofSeconds(1));
  }

  private void leave() {
    control.detach(plane);
    clock.advance(Cluster.ONLINE_FOR);
    settle();
  }

  private void comeBack() {
    control.attach(plane);
    settle();
  }

  private Database find(String name) {
    return databases.find(ada, name);
  }

  private void assertWaits(Database accepted, DatabasePhase phase) {
    for (Database one : new Database[] {accepted, find(accepted.name())}) {
      assertThat(one.phase()).isEqualTo(phase);
      assertThat(one.status().message()).isEqualTo(OFFLINE);
    }
    CompletableFuture<Database> made = databases.awaitProvisioned(accepted, LONG);
    assertThat(made).isCompletedWithValueMatching(one -> one.status().message().equals(OFFLINE));
  }

  private void assertIs(String name, DatabasePhase phase) {
    assertThat(find(name).phase()).isEqualTo(phase);
    assertThat(find(name).status().message()).isEmpty();
  }

  @Test
  void what_is_asked_for_says_that_it_waits_and_who_waits_for_it_is_told_at_once() {
    create("one");
    create("two");
    create("three");
    settle();
    databases.stop(ada, "three");
    settle();
    leave();

    assertWaits(create("new"), DatabasePhase.PROVISIONING);
    assertWaits(branch("one", "branch"), DatabasePhase.PROVISIONING);
    assertWaits(databases.stop(ada, "one"), DatabasePhase.STOPPING);
    assertWaits(databases.restart(ada, "two"), DatabasePhase.RESTARTING);
    assertWaits(databases.start(ada, "three"), DatabasePhase.STARTING);

    comeBack();
    assertIs("new", DatabasePhase.RUNNING);
    assertIs("branch", DatabasePhase.RUNNING);
    assertIs("one", DatabasePhase.STOPPED);
    assertIs("two", DatabasePhase.RUNNING);
    assertIs("three", DatabasePhase.RUNNING);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "../15", "15/../..", "/15", "15\n", "15 ", "-15", "."})
  void what_is_no_version_is_refused_although_no_data_plane_can_tell(String version) {
    leave();

    ControlPlaneException refusal =
        refusal(
            () ->
                databases.create(
                    ada,
                    new Databases.Create(
                        "shop", DatabaseType.POSTGRESQL, version, DatabaseConfig.DEFAULT)));

    assertThat(refusal.code()).isEqualTo(ErrorCode.INVALID_INPUT_BECAUSE);
    assertThat(refusal)
        .hasMessageContaining("'" + version + "'")
        .hasMessageContaining("/v1/engines");
    assertThat(databases.list(ada)).isEmpty();
  }

  @Test
  void a_snapshot_says_that_it_waits_and_is_taken_afterwards() {
    create("shop");
    settle();
    leave();

    DatabaseSnapshot taken = control.snapshots().take(ada, "shop", new Snapshots.Take("first", ""));

    assertThat(taken.phase()).isEqualTo(DatabaseSnapshot.Phase.CREATING);
    assertThat(taken.message()).isEqualTo(OFFLINE);
    assertThat(control.snapshots().awaitTaken(taken, LONG)).isCompletedWithValue(taken);
    comeBack();
    assertThat(control.snapshots().current(taken).phase()).isEqualTo(DatabaseSnapshot.Phase.READY);
    assertThat(control.snapshots().current(taken).message()).isEmpty();
  }

  @Test
  void what_is_as_wanted_stays_as_it_is() {
    create("shop");
    settle();
    leave();

    assertThat(databases.start(ada, "shop").status().message()).isEmpty();
    assertIs("shop", DatabasePhase.RUNNING);
  }

  @Test
  void a_wish_that_is_repeated_changes_nothing() {
    create("shop");
    settle();
    leave();
    Database stopping = databases.stop(ada, "shop");

    assertThat(databases.stop(ada, "shop")).isEqualTo(find("shop"));
    assertThat(find("shop").revision()).isEqualTo(stopping.revision() + 1);
    assertThat(audited()).containsExactly("database.created", "database.stopped");
  }

  @Test
  void one_that_had_failed_is_tried_again_when_the_data_plane_is_back() {
    plane.failNextDatabase("the disk is full");
    create("shop");
    settle();
    assertThat(find("shop").phase()).isEqualTo(DatabasePhase.FAILED);
    leave();

    assertWaits(databases.start(ada, "shop"), DatabasePhase.STARTING);

    comeBack();
    assertIs("shop", DatabasePhase.RUNNING);
  }

  @Test
  void who_waits_for_one_that_was_interrupted_is_told_when_the_cluster_is_offline() {
    plane.lose("the connection broke");
    Database accepted = create("shop");
    settle();
    control.detach(plane);
    assertThat(databases.awaitProvisioned(accepted, LONG)).isNotDone();

    clock.advance(Cluster.ONLINE_FOR);

    assertThat(databases.awaitProvisioned(accepted, LONG))
        .isCompletedWithValueMatching(one -> one.status().message().equals("the connection broke"));
  }
}
