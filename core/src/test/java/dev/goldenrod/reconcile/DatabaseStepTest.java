package dev.goldenrod.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.Database.Template;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.database.Promotion;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseState;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatabaseStepTest {
  private static final String ENDPOINT = "127.0.0.1:20001";
  private static final String PARENTS = "127.0.0.1:20000";
  private static final String SEEN = "what the data plane tells";

  private static final Database ACCEPTED =
      Database.accepted(
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          UUID.randomUUID(),
          "shop",
          new Template(DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, ""),
          Ancestry.NONE,
          Instant.parse("2026-01-31T10:15:30.123Z"));
  private static final Database RUNNING = ACCEPTED.becameRunning(ENDPOINT, "");

  /** Steps name the stored phase; {@code +} and {@code -} ensure a running or stopped database. */
  @ParameterizedTest
  @CsvSource(
      useHeadersInDisplayName = true,
      delimiter = '|',
      textBlock =
          """
          GOAL    | PHASE        | ABSENT         | WORKING        | BLOCKED        | READY          | STOPPED          | FAILED
          RUNNING | PROVISIONING | + provisioning | + provisioning | + provisioning | apply running  | + provisioning   | save failed
          RUNNING | RUNNING      | save failed    | + starting     | + starting     | apply running  | + starting       | save failed
          RUNNING | STARTING     | save failed    | + starting     | + starting     | apply running  | + starting       | + starting
          RUNNING | RESTARTING   | save failed    | - restarting   | - restarting   | - restarting   | repeat starting  | - restarting
          RUNNING | FAILED       | save failed    | noop           | noop           | apply running  | noop             | noop
          STOPPED | PROVISIONING | - stopping     | - stopping     | - stopping     | - stopping     | apply stopped    | - stopping
          STOPPED | STOPPING     | save failed    | - stopping     | - stopping     | - stopping     | apply stopped    | - stopping
          STOPPED | STOPPED      | save failed    | - stopping     | - stopping     | - stopping     | apply stopped    | - stopping
          STOPPED | FAILED       | save failed    | - stopping     | - stopping     | - stopping     | apply stopped    | - stopping
          ABSENT  | DELETING     | delete         | remove         | remove         | remove         | remove           | remove
          """)
  void every_state_and_goal_has_its_step(
      Goal goal,
      DatabasePhase phase,
      String absent,
      String working,
      String blocked,
      String ready,
      String stopped,
      String failed) {
    Database database = database(goal, phase);
    assertThat(describe(database, DatabaseState.ABSENT)).isEqualTo(absent);
    assertThat(describe(database, DatabaseState.WORKING)).isEqualTo(working);
    assertThat(describe(database, DatabaseState.BLOCKED)).isEqualTo(blocked);
    assertThat(describe(database, DatabaseState.READY)).isEqualTo(ready);
    assertThat(describe(database, DatabaseState.STOPPED)).isEqualTo(stopped);
    assertThat(describe(database, DatabaseState.FAILED)).isEqualTo(failed);
  }

  private static Database database(Goal goal, DatabasePhase phase) {
    Database made = phase == DatabasePhase.PROVISIONING ? ACCEPTED : RUNNING;
    Database wanted =
        switch (goal) {
          case RUNNING -> made.startRequested();
          case STOPPED -> made.stopRequested();
          case ABSENT -> made.deletionRequested();
        };
    return wanted.inPhase(phase, "");
  }

  private static String describe(Database database, DatabaseState state) {
    return describe(DatabaseStep.decide(database, seen(state), false, true));
  }

  private static DatabaseObservation seen(DatabaseState state) {
    return new DatabaseObservation(state, 0, ENDPOINT, SEEN);
  }

  private static String describe(DatabaseStep step) {
    if (step instanceof DatabaseStep.Ensure ensure) {
      return (ensure.running() ? "+ " : "- ") + ensure.next().phase().wireName();
    }
    String name = step.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    if (step instanceof DatabaseStep.Apply apply) {
      return name + " " + apply.next().phase().wireName();
    }
    if (step instanceof DatabaseStep.Save save) {
      return name + " " + save.next().phase().wireName();
    }
    return step instanceof DatabaseStep.Repeat repeat
        ? name + " " + repeat.next().phase().wireName()
        : name;
  }

  @Test
  void what_the_data_plane_tells_is_stored() {
    assertThat(DatabaseStep.decide(RUNNING, seen(DatabaseState.BLOCKED), false, true))
        .isEqualTo(new DatabaseStep.Ensure(RUNNING.inPhase(DatabasePhase.STARTING, SEEN), true));
    assertThat(DatabaseStep.decide(RUNNING, seen(DatabaseState.READY), false, true))
        .isEqualTo(new DatabaseStep.Apply(RUNNING.becameRunning(ENDPOINT, SEEN)));
    assertThat(DatabaseStep.decide(RUNNING, seen(DatabaseState.FAILED), false, true))
        .isEqualTo(new DatabaseStep.Save(RUNNING.inPhase(DatabasePhase.FAILED, SEEN)));
  }

  @Test
  void a_database_that_lost_its_data_is_not_made_anew() {
    assertThat(DatabaseStep.decide(RUNNING, DatabaseObservation.absent(), false, false))
        .isEqualTo(new DatabaseStep.Save(RUNNING.inPhase(DatabasePhase.FAILED, DatabaseStep.LOST)));
  }

  @Test
  void a_database_that_failed_again_while_it_started_is_not_tried_for_ever() {
    Database tried = RUNNING.inPhase(DatabasePhase.STARTING, SEEN);

    assertThat(describe(tried, DatabaseState.FAILED)).isEqualTo("save failed");
  }

  @Test
  void what_another_database_needs_is_kept() {
    Database deleted = RUNNING.deletionRequested();

    assertThat(DatabaseStep.decide(deleted, seen(DatabaseState.READY), true, true))
        .isEqualTo(new DatabaseStep.Keep());
    assertThat(DatabaseStep.decide(deleted, DatabaseObservation.absent(), true, false))
        .isEqualTo(new DatabaseStep.Delete());
  }

  @Test
  void a_promoted_database_is_ensured_until_it_is_in_place() {
    Database promoted = RUNNING.promotionRequested(PARENTS);

    assertThat(DatabaseStep.decide(promoted, seen(DatabaseState.READY), false, false))
        .isEqualTo(new DatabaseStep.Ensure(promoted.inPhase(DatabasePhase.STARTING, SEEN), true));
    DatabaseStep inPlace = DatabaseStep.decide(promoted, seen(DatabaseState.READY), false, true);
    assertThat(inPlace)
        .isInstanceOfSatisfying(
            DatabaseStep.Apply.class,
            apply -> assertThat(apply.next().promotion()).isEqualTo(new Promotion(1, "")));
  }

  @Test
  void one_that_is_to_be_stopped_is_promoted_first() {
    Database stopped = RUNNING.promotionRequested(PARENTS).stopRequested();

    assertThat(describe(DatabaseStep.decide(stopped, seen(DatabaseState.STOPPED), false, false)))
        .isEqualTo("+ starting");
    assertThat(DatabaseStep.decide(stopped, seen(DatabaseState.READY), false, true))
        .isEqualTo(new DatabaseStep.Repeat(stopped.promoted()));
  }
}
