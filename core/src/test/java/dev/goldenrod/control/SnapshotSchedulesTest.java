package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.control.SnapshotSchedules.Put;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseSnapshot.Phase;
import dev.goldenrod.database.SnapshotSchedule;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SnapshotSchedulesTest extends DatabasesFixture {
  private static final Put NIGHTLY = Put.of("0 3 * * *", 2);

  private void prepare() {
    create("main");
    settleAll();
    put(NIGHTLY);
    settleAll();
  }

  private SnapshotSchedule put(Put command) {
    return control.snapshotSchedules().put(ada, "main", command);
  }

  private SnapshotSchedule schedule() {
    return control.snapshotSchedules().get(ada, "main");
  }

  private void settleAll() {
    for (int round = 0; round < 6; round++) {
      control.runDueOnce();
      clock.advance(Duration.ofSeconds(2));
    }
    control.runDueOnce();
  }

  private void nextNight() {
    clock.advance(Duration.between(clock.instant(), schedule().nextAt()));
    settleAll();
  }

  private List<DatabaseSnapshot> taken() {
    return control.snapshots().list(ada, "main");
  }

  private List<String> names() {
    return taken().stream().map(DatabaseSnapshot::name).toList();
  }

  @Test
  void a_snapshot_is_taken_when_its_time_has_come() {
    prepare();
    assertThat(schedule().nextAt()).isEqualTo(Instant.parse("2026-02-01T03:00:00Z"));
    assertThat(taken()).isEmpty();

    nextNight();

    assertThat(taken())
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.name()).isEqualTo("scheduled-2026-02-01T03:00:00Z");
              assertThat(one.phase()).isEqualTo(Phase.READY);
            });
    assertThat(schedule().nextAt()).isEqualTo(Instant.parse("2026-02-02T03:00:00Z"));
    assertThat(control.auditLog().list(ada, 100, null))
        .anySatisfy(
            event -> {
              assertThat(event.action()).isEqualTo("snapshot.created");
              assertThat(event.actorId()).isNull();
            });
  }

  @Test
  void times_that_were_missed_are_made_up_once() {
    prepare();
    clock.advance(Duration.ofDays(5));
    settleAll();

    assertThat(taken()).hasSize(1);
    assertThat(schedule().nextAt()).isEqualTo(Instant.parse("2026-02-06T03:00:00Z"));
  }

  @Test
  void the_newest_are_kept_and_what_was_asked_for_by_hand() {
    prepare();
    take("main", "by hand");
    settleAll();
    for (int night = 0; night < 4; night++) {
      nextNight();
    }

    assertThat(names())
        .containsExactly(
            "by hand", "scheduled-2026-02-03T03:00:00Z", "scheduled-2026-02-04T03:00:00Z");
  }

  @Test
  void what_a_branch_hangs_on_is_kept_as_long_as_it_does() {
    prepare();
    nextNight();
    databases.branch(ada, taken().get(0).id(), new Branch("twig", ""));
    settleAll();
    for (int night = 0; night < 3; night++) {
      nextNight();
    }
    assertThat(names())
        .containsExactly(
            "scheduled-2026-02-01T03:00:00Z",
            "scheduled-2026-02-03T03:00:00Z",
            "scheduled-2026-02-04T03:00:00Z");

    databases.delete(ada, "twig", false);
    settleAll();
    nextNight();

    assertThat(names())
        .containsExactly("scheduled-2026-02-04T03:00:00Z", "scheduled-2026-02-05T03:00:00Z");
  }

  @Test
  void a_cap_is_told_and_tried_again_until_there_is_room() {
    settings = settings.withCaps(new Caps(10, 100, 20, 100, 1, 1));
    close();
    open(plane);
    prepare();
    DatabaseSnapshot byHand = take("main", "by hand");
    settleAll();
    nextNight();

    assertThat(schedule().message()).contains("snapshots");
    assertThat(names()).containsExactly("by hand");
    assertThat(Duration.between(clock.instant(), schedule().nextAt()))
        .isLessThanOrEqualTo(Duration.ofMinutes(5));

    control.snapshots().delete(ada, byHand.id());
    settleAll();
    nextNight();
    assertThat(taken()).hasSize(1);
    assertThat(schedule().message()).isEmpty();
  }

  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void a_failed_snapshot_that_a_golden_holds_does_not_stop_the_schedule() {
    prepare();
    DatabaseSnapshot failed =
        DatabaseSnapshot.accepted(
                UUID.randomUUID(),
                databases.find(ada, "main"),
                "scheduled-before",
                "",
                clock.instant())
            .failed("the disk is full");
    store.useTransaction(tx -> hold(tx, failed));

    nextNight();

    assertThat(names()).containsExactly("scheduled-before", "scheduled-2026-02-01T03:00:00Z");
  }

  private void hold(Transaction tx, DatabaseSnapshot failed) {
    Instant now = clock.instant();
    Golden golden = Golden.create(UUID.randomUUID(), ada.orgId(), "shop", Substrate.POSTGRES, now);
    tx.databases().insertSnapshot(failed);
    tx.schedules().addTaken(schedule(tx).id(), failed.id());
    tx.goldens().insert(golden);
    tx.goldens()
        .insertVersion(
            GoldenVersion.reserved(golden.id(), 1, "", failed.clusterId(), now)
                .built("snapshot:" + failed.id(), 1));
  }

  private SnapshotSchedule schedule(Transaction tx) {
    List<UUID> databases = tx.databases().list(ada.orgId()).stream().map(Database::id).toList();
    return tx.schedules().ofDatabases(ada.orgId(), databases).get(0);
  }

  @Test
  void a_server_that_ends_leaves_the_schedule_to_the_next() {
    prepare();
    control.close();
    clock.advance(Duration.ofDays(1));
    open(plane);
    settleAll();

    assertThat(taken()).hasSize(1);
  }

  @Test
  void it_is_changed_ended_and_gone_with_its_database() {
    prepare();
    nextNight();

    put(Put.of("*/10 * * * *", 1));
    assertThat(schedule().cron()).hasToString("*/10 * * * *");
    nextNight();
    assertThat(taken()).hasSize(1);

    control.snapshotSchedules().delete(ada, "main");
    assertThatThrownBy(this::schedule)
        .isInstanceOf(ControlPlaneException.class)
        .hasMessageContaining("main");
    clock.advance(Duration.ofDays(1));
    settleAll();
    assertThat(taken()).hasSize(1);

    put(NIGHTLY);
    databases.delete(ada, "main", false);
    settleAll();
    create("main");
    settleAll();
    assertThatThrownBy(this::schedule).isInstanceOf(ControlPlaneException.class);
  }

  @Test
  void it_follows_the_name_when_a_branch_is_promoted() {
    prepare();
    branch("main", "twig");
    settleAll();
    databases.promote(ada, "twig");
    settleAll();

    nextNight();

    assertThat(taken()).hasSize(1);
    assertThat(control.snapshots().list(ada, "main-old-1")).isEmpty();
  }

  @Test
  void what_is_wrong_or_anothers_is_refused() {
    prepare();
    Actor bob = member("bob@example.com");

    assertThatThrownBy(() -> Put.of("0 3 * *", 1)).hasMessageContaining("five fields");
    assertThatThrownBy(() -> Put.of("0 3 * * *", 0)).hasMessageContaining("1 to 1000");
    assertThatThrownBy(() -> control.snapshotSchedules().put(bob, "main", NIGHTLY))
        .hasMessageContaining("belongs to another member");
    assertThatThrownBy(() -> control.snapshotSchedules().get(ada, "none"))
        .isInstanceOf(ControlPlaneException.class);
  }
}
