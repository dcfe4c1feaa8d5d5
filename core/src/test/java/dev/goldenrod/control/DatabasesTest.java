package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DatabaseState;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DatabasesTest extends DatabasesFixture {
  @Test
  void a_database_is_provisioned_and_its_owner_can_log_in() {
    Database accepted = create("shop");
    assertThat(accepted.phase()).isEqualTo(DatabasePhase.PROVISIONING);

    settle();

    Database running = databases.find(ada, "shop");
    assertThat(running.phase()).isEqualTo(DatabasePhase.RUNNING);
    Credentials login = databases.credentials(ada, running);
    assertThat(running.status().endpoint()).isEqualTo(login.host() + ":" + login.port());
    plane.write(login, "tea");
    assertThat(audited()).containsExactly("database.created");
  }

  @Test
  void a_database_is_deleted_by_its_id_whoever_has_its_name_by_then() {
    UUID id = create("shop").id();
    settle();
    databases.branch(ada, "shop", new Branch("next", ""));
    settle();
    databases.promote(ada, "next");
    settle();

    databases.delete(ada, id, false);
    settle();
    databases.delete(ada, id, false);

    assertThat(databases.list(ada)).extracting(Database::name).containsExactly("shop");
    assertThat(databases.find(ada, "shop").id()).isNotEqualTo(id);
  }

  @Test
  void stop_start_and_restart_keep_data_and_login_and_are_idempotent() {
    create("shop");
    settle();
    Credentials login = databases.credentials(ada, databases.find(ada, "shop"));
    plane.write(login, "tea");

    assertThat(databases.stop(ada, "shop").phase()).isEqualTo(DatabasePhase.STOPPING);
    settle();
    assertThat(databases.stop(ada, "shop").phase()).isEqualTo(DatabasePhase.STOPPED);
    assertThat(databases.start(ada, "shop").phase()).isEqualTo(DatabasePhase.STARTING);
    settle();
    assertThat(databases.start(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(plane.read(login)).isEqualTo("tea");

    int before = plane.ensuredDatabases().size();
    assertThat(databases.restart(ada, "shop").phase()).isEqualTo(DatabasePhase.RESTARTING);
    settle();
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(plane.ensuredDatabases().subList(before, plane.ensuredDatabases().size()))
        .extracting(spec -> spec.running())
        .containsExactly(false, true);
    assertThat(plane.read(login)).isEqualTo("tea");
    assertThat(audited())
        .containsExactly(
            "database.created", "database.stopped", "database.started", "database.restarted");
  }

  @Test
  void a_restart_survives_a_kill_between_stop_and_start() {
    create("shop");
    settle();
    databases.stop(ada, "shop");
    settle();
    databases.restart(ada, "shop");
    control.close();

    open(plane.restarted());
    settle();

    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void a_database_that_dies_is_started_again_and_a_stopped_one_is_not() {
    UUID dies = create("shop").id();
    create("rest");
    settle();
    databases.stop(ada, "rest");
    settle();

    plane.killDatabase(dies);
    settle();
    clock.advance(Duration.ofMinutes(1));
    settle();

    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(databases.find(ada, "rest").phase()).isEqualTo(DatabasePhase.STOPPED);
  }

  @Test
  void a_database_whose_data_vanished_says_so_and_is_not_made_anew() {
    Database made = create("shop");
    settle();
    plane.databases().remove(made.id());
    settle();

    databases.start(ada, "shop");
    settle();

    Database lost = databases.find(ada, "shop");
    assertThat(lost.phase()).isEqualTo(DatabasePhase.FAILED);
    assertThat(lost.status().message()).contains("its data is gone");
    assertThat(plane.databases().observe(made.id()).state()).isEqualTo(DatabaseState.ABSENT);
  }

  @Test
  void a_failed_database_says_why_and_is_tried_again_when_it_is_started() {
    plane.failNextDatabase("the disk is broken");
    create("shop");
    settle();
    Database failed = databases.find(ada, "shop");
    assertThat(failed.phase()).isEqualTo(DatabasePhase.FAILED);
    assertThat(failed.status().message()).isEqualTo("the disk is broken");

    databases.start(ada, "shop");
    settle();

    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void a_branch_has_what_its_parent_held_and_inherits_type_config_and_login() {
    Database parent = create("shop");
    settle();
    plane.write(login("shop"), "tea");

    Database branch = branch("shop", "try");
    settle();

    assertThat(plane.read(login("try"))).isEqualTo("tea");
    assertThat(login("try").password()).isEqualTo(login("shop").password());
    assertThat(branch.ancestry().parentId()).isEqualTo(parent.id());
    assertThat(branch.template().type()).isEqualTo(parent.template().type());
    assertThat(branch.template().config()).isEqualTo(parent.template().config());
    assertThat(branch.template().description()).isEqualTo("to try");
    assertThat(databases.branches(ada, "shop")).extracting(Database::name).containsExactly("try");
  }

  @Test
  void a_snapshot_keeps_one_moment_and_its_branches_outlive_it() {
    create("shop");
    settle();
    plane.write(login("shop"), "then");
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    plane.write(login("shop"), "now");

    databases.branch(ada, taken.id(), new Branch("old", ""));
    settle();
    control.snapshots().delete(ada, taken.id());
    settle();

    assertThat(plane.read(login("old"))).isEqualTo("then");
    assertThat(control.snapshots().list(ada, "shop")).isEmpty();
    assertThat(plane.inventory().snapshots()).isEmpty();
    assertThat(databases.find(ada, "old").ancestry().snapshotId()).isEqualTo(taken.id());
  }

  @Test
  void names_versions_and_caps_are_checked() {
    assertThat(refusal(() -> create("Shop")).getMessage()).contains("'Shop'");
    ControlPlaneException version =
        refusal(
            () ->
                databases.create(
                    ada, new Create("x", DatabaseType.MONGODB, "3.6", DatabaseConfig.DEFAULT)));
    assertThat(version.getMessage()).contains("version '3.6' of mongodb").contains("7.0");
    create("one");
    assertThat(refusal(() -> create("one")).code()).isEqualTo(ErrorCode.DATABASE_NAME_TAKEN);
    assertThat(refusal(() -> branch("one", "two")).code()).isEqualTo(ErrorCode.CONFLICT_BECAUSE);
    settle();
    branch("one", "two");
    create("three");
    assertThat(refusal(() -> create("four")).code()).isEqualTo(ErrorCode.DATABASE_QUOTA_EXCEEDED);
  }

  @Test
  void a_member_sees_and_changes_its_own_alone() {
    UUID shop = create("shop").id();
    settle();
    DatabaseSnapshot taken = take("shop", "monday");
    Actor eve = member("eve@example.com");

    assertThat(databases.list(eve)).isEmpty();
    for (Executable attempt :
        List.<Executable>of(
            () -> databases.find(eve, "shop"),
            () -> databases.stop(eve, "shop"),
            () -> databases.delete(eve, "shop", true),
            () -> databases.delete(eve, shop, true),
            () -> databases.branch(eve, "shop", new Branch("b", "")),
            () -> databases.branch(eve, taken.id(), new Branch("b", "")),
            () -> databases.deleteBranches(eve, "shop"),
            () -> control.snapshots().list(eve, "shop"),
            () -> control.snapshots().delete(eve, taken.id()))) {
      assertThat(refusal(attempt).code()).isEqualTo(ErrorCode.FORBIDDEN);
    }
    Database evesOwn =
        databases.create(
            eve, new Create("eves", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    settle();
    assertThat(refusal(() -> databases.credentials(ada, evesOwn)).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(databases.list(ada)).hasSize(2);
  }
}
