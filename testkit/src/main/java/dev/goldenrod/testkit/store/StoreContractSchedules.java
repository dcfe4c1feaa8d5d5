package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Cron;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.SnapshotSchedule;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractSchedules extends StoreContractPart {
  private static final Cron NIGHTLY = new Cron("0 3 * * *");

  @Test
  void a_schedule_is_found_in_its_organisation_by_its_id_and_its_database() {
    SnapshotSchedule schedule = inserted("one");

    assertThat(one(tx -> tx.schedules().find(orgId, schedule.id()))).contains(schedule);
    assertThat(one(tx -> tx.schedules().ofDatabase(orgId, schedule.databaseId())))
        .contains(schedule);
    assertThat(rows(tx -> tx.schedules().ofDatabases(orgId, List.of(schedule.databaseId(), orgId))))
        .containsExactly(schedule);
    assertThat(
            rows(
                tx ->
                    tx.schedules().ofDatabases(UUID.randomUUID(), List.of(schedule.databaseId()))))
        .isEmpty();
    assertThat(one(tx -> tx.schedules().find(UUID.randomUUID(), schedule.id()))).isEmpty();
    assertThat(one(tx -> tx.schedules().ofDatabase(UUID.randomUUID(), schedule.databaseId())))
        .isEmpty();
  }

  @Test
  void a_database_has_one_schedule() {
    SnapshotSchedule schedule = inserted("one");
    SnapshotSchedule second =
        new SnapshotSchedule(
            UUID.randomUUID(), orgId, schedule.databaseId(), NIGHTLY, 1, at(1), "", at(1), 0);

    assertConflict(tx -> tx.schedules().insert(second));
    assertConflict(tx -> tx.schedules().insert(schedule));
  }

  @Test
  void an_update_of_a_schedule_wins_only_against_its_own_revision() {
    SnapshotSchedule schedule = inserted("one");

    assertThat(did(tx -> tx.schedules().update(schedule.failed("no room", T0)))).isTrue();
    assertThat(did(tx -> tx.schedules().update(schedule.taken(T0)))).isFalse();

    SnapshotSchedule stored = one(tx -> tx.schedules().find(orgId, schedule.id())).orElseThrow();
    assertThat(stored.message()).isEqualTo("no room");
    assertThat(stored.revision()).isEqualTo(1);
    assertThat(did(tx -> tx.schedules().update(stored.changed(new Cron("* * * * *"), 9, T0))))
        .isTrue();
  }

  @Test
  void what_a_schedule_took_is_known_while_it_is_there() {
    SnapshotSchedule schedule = inserted("one");
    Database database = one(tx -> tx.databases().find(orgId, schedule.databaseId())).orElseThrow();
    DatabaseSnapshot first = taken(schedule, database);
    DatabaseSnapshot second = taken(schedule, database);
    store()
        .useTransaction(
            tx ->
                tx.databases()
                    .insertSnapshot(
                        DatabaseSnapshot.accepted(UUID.randomUUID(), database, "hand", "", T0)));

    assertThat(rows(tx -> tx.schedules().taken(schedule.id())))
        .containsExactlyInAnyOrder(first.id(), second.id());
    assertThat(did(tx -> tx.databases().deleteSnapshot(orgId, first.id()))).isTrue();
    assertThat(rows(tx -> tx.schedules().taken(schedule.id()))).containsExactly(second.id());

    assertThat(did(tx -> tx.schedules().delete(UUID.randomUUID(), UUID.randomUUID()))).isFalse();
    assertThat(did(tx -> tx.schedules().delete(orgId, schedule.id()))).isTrue();
    assertThat(did(tx -> tx.schedules().delete(orgId, schedule.id()))).isFalse();
    assertThat(rows(tx -> tx.schedules().taken(schedule.id()))).isEmpty();
    assertThat(one(tx -> tx.databases().findSnapshot(orgId, second.id()))).isPresent();
  }

  private DatabaseSnapshot taken(SnapshotSchedule schedule, Database database) {
    DatabaseSnapshot snapshot =
        DatabaseSnapshot.accepted(UUID.randomUUID(), database, "scheduled", "", T0);
    store()
        .useTransaction(
            tx -> {
              tx.databases().insertSnapshot(snapshot);
              tx.schedules().addTaken(schedule.id(), snapshot.id());
            });
    return snapshot;
  }

  private SnapshotSchedule inserted(String name) {
    Database database =
        Database.accepted(
            UUID.randomUUID(),
            orgId,
            UUID.randomUUID(),
            UUID.randomUUID(),
            name,
            new Database.Template(DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, ""),
            Ancestry.NONE,
            T0);
    SnapshotSchedule schedule =
        SnapshotSchedule.create(UUID.randomUUID(), database, NIGHTLY, 7, T0);
    store()
        .useTransaction(
            tx -> {
              tx.databases().insert(database);
              tx.schedules().insert(schedule);
            });
    return schedule;
  }
}
