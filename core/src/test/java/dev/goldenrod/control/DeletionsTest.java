package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.Deletions.Deleted;
import dev.goldenrod.control.Deletions.Kind;
import dev.goldenrod.control.Deletions.Restored;
import dev.goldenrod.control.SnapshotSchedules.Put;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.Database.Goal;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeletionsTest extends DatabasesFixture {
  private static final Duration GRACE = Duration.ofHours(24);

  private Deletions deletions;
  private UUID shop;

  DeletionsTest() {
    settings = settings.withDeleteGrace(GRACE);
  }

  @BeforeEach
  void prepare() {
    deletions = control.deletions();
    shop = create("shop").id();
    settle();
  }

  private DatabaseState state() {
    return plane.databases().observe(shop).state();
  }

  private void delete(String name) {
    databases.delete(ada, name, false);
    settle();
  }

  @Test
  void a_deleted_database_is_out_of_sight_stopped_and_kept() {
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    delete("shop");

    assertThat(databases.list(ada)).isEmpty();
    assertThat(databases.find(ada, shop)).isEmpty();
    assertThat(control.snapshots().find(ada, taken.id())).isEmpty();
    assertThat(refusal(() -> databases.find(ada, "shop")).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusal(() -> databases.delete(ada, "shop", true)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(state()).isEqualTo(DatabaseState.STOPPED);
    assertThat(plane.inventory().snapshots()).contains(taken.id());
    assertThat(deletions.list(ada))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.id()).isEqualTo(shop);
              assertThat(one.kind()).isEqualTo(Kind.DATABASE);
              assertThat(one.name()).isEqualTo("shop");
              assertThat(one.ownerId()).isEqualTo(ada.userId());
              assertThat(one.deletion().by()).isEqualTo(ada.userId());
              assertThat(one.deletion().at()).isEqualTo(clock.instant());
              assertThat(one.deletion().until()).isEqualTo(clock.instant().plus(GRACE));
            });
  }

  @Test
  void a_restored_database_runs_with_its_data_its_login_and_its_snapshots() {
    Credentials login = login("shop");
    plane.write(login, "42 orders");
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    delete("shop");

    Restored restored = deletions.restore(ada, shop, "");
    settle();

    assertThat(restored).isEqualTo(new Restored(shop, Kind.DATABASE, "shop"));
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(plane.read(login("shop"))).isEqualTo("42 orders");
    assertThat(login("shop").password()).isEqualTo(login.password());
    assertThat(control.snapshots().list(ada, "shop"))
        .extracting(DatabaseSnapshot::id)
        .containsExactly(taken.id());
    assertThat(deletions.list(ada)).isEmpty();
    assertThat(audited()).containsSequence("database.deleted", "database.restored");
  }

  @Test
  void what_is_not_restored_is_removed_when_its_time_is_over() {
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    delete("shop");

    clock.advance(GRACE.minusMillis(1));
    settle();
    assertThat(deletions.list(ada)).hasSize(1);
    assertThat(state()).isEqualTo(DatabaseState.STOPPED);

    clock.advance(Duration.ofMillis(1));
    settle();
    advance();

    assertThat(state()).isEqualTo(DatabaseState.ABSENT);
    assertThat(plane.inventory().snapshots()).doesNotContain(taken.id());
    assertThat(deletions.list(ada)).isEmpty();
    List<Database> rows = store.inTransaction(tx -> tx.databases().list(ada.orgId()));
    assertThat(rows).isEmpty();
    AuditEvent removal = control.auditLog().list(ada, 1, null).get(0);
    assertThat(removal.action()).isEqualTo("database.removed");
    assertThat(removal.actorId()).isNull();
    assertThat(refusal(() -> deletions.restore(ada, shop, "")).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void a_server_that_was_away_when_the_time_was_over_removes_it_when_it_is_back() {
    delete("shop");
    control.close();
    clock.advance(GRACE);
    settings = settings.withDeleteGrace(Duration.ZERO);
    FakeDataPlane again = plane.restarted();
    open(again);
    settle();

    assertThat(control.deletions().list(ada)).isEmpty();
    assertThat(again.inventory().databases()).isEmpty();
  }

  @Test
  void what_was_deleted_stays_as_long_as_was_said_also_when_the_option_is_off_again() {
    delete("shop");
    control.close();
    settings = settings.withDeleteGrace(Duration.ZERO);
    open(plane);
    advance();
    assertThat(control.deletions().list(ada)).hasSize(1);

    control.deletions().restore(ada, shop, "");
    settle();
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    delete("shop");

    assertThat(control.deletions().list(ada)).isEmpty();
    assertThat(state()).isEqualTo(DatabaseState.ABSENT);
  }

  @Test
  void what_is_removed_before_its_time_is_gone_for_good() {
    delete("shop");

    deletions.delete(ada, shop);
    settle();

    assertThat(state()).isEqualTo(DatabaseState.ABSENT);
    assertThat(deletions.list(ada)).isEmpty();
    assertThat(refusal(() -> deletions.delete(ada, shop)).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(audited()).containsSequence("database.deleted", "database.removed");
  }

  @Test
  void a_name_is_free_at_once_and_who_comes_back_takes_another_one() {
    delete("shop");
    create("shop");
    settle();

    assertThat(refusal(() -> deletions.restore(ada, shop, "")).code())
        .isEqualTo(ErrorCode.DATABASE_NAME_TAKEN);
    assertThat(refusal(() -> deletions.restore(ada, shop, "No Name")).code())
        .isEqualTo(ErrorCode.INVALID_INPUT_BECAUSE);
    deletions.restore(ada, shop, "shop-1");
    settle();

    assertThat(databases.find(ada, "shop-1").id()).isEqualTo(shop);
    assertThat(databases.list(ada)).hasSize(2);
  }

  @Test
  void no_more_is_kept_than_a_member_may_have_databases_and_the_newest_stays() {
    control.changeCaps(new Caps(10, 10, 2, 10, 10, 10));
    delete("shop");
    for (String name : List.of("second", "third")) {
      create(name);
      settle();
      clock.advance(Duration.ofMinutes(1));
      delete(name);
    }

    assertThat(deletions.list(ada)).extracting(Deleted::name).containsExactly("second", "third");
    assertThat(state()).isEqualTo(DatabaseState.ABSENT);
    assertThat(audited()).contains("database.removed");
  }

  @Test
  void the_deleted_counts_as_no_database_and_its_snapshots_count() {
    control.changeCaps(new Caps(10, 10, 1, 1, 1, 1));
    take("shop", "monday");
    settle();
    delete("shop");
    create("books");
    settle();

    assertThat(refusal(() -> take("books", "monday")).code())
        .isEqualTo(ErrorCode.SNAPSHOT_QUOTA_EXCEEDED);
    assertThat(refusal(() -> deletions.restore(ada, shop, "")).code())
        .isEqualTo(ErrorCode.DATABASE_QUOTA_EXCEEDED);
    assertThat(deletions.list(ada)).hasSize(1);

    deletions.delete(ada, shop);
    settle();
    take("books", "monday");
  }

  @Test
  void branches_are_refused_or_left_as_by_any_deletion() {
    Database branch = branch("shop", "try");
    settle();
    assertThat(refusal(() -> databases.delete(ada, "shop", false)).code())
        .isEqualTo(ErrorCode.DATABASE_HAS_BRANCHES);
    delete("try");
    delete("shop");

    deletions.restore(ada, branch.id(), "");
    deletions.restore(ada, shop, "");
    settle();

    assertThat(databases.find(ada, "try").hasParent()).isFalse();
    assertThat(databases.branches(ada, "shop")).isEmpty();
    assertThat(databases.find(ada, "try").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  @Test
  void a_restored_branch_has_its_parent_while_that_is_there() {
    Database branch = branch("shop", "try");
    settle();
    delete("try");

    deletions.restore(ada, branch.id(), "");
    settle();

    assertThat(databases.branches(ada, "shop")).extracting(Database::name).containsExactly("try");
  }

  @Test
  void a_schedule_ends_with_the_deletion() {
    control.snapshotSchedules().put(ada, "shop", Put.of("0 3 * * *", 2));
    delete("shop");
    deletions.restore(ada, shop, "");

    assertThat(refusal(() -> control.snapshotSchedules().get(ada, "shop")).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void one_that_never_ran_has_nothing_to_restore() {
    plane.failNextDatabase("the disk is broken");
    create("broken");
    settle();
    delete("broken");

    assertThat(deletions.list(ada)).isEmpty();
  }

  @Test
  void one_that_is_stopped_when_it_is_deleted_runs_when_it_is_restored() {
    databases.stop(ada, "shop");
    settle();
    delete("shop");

    deletions.restore(ada, shop, "");

    assertThat(databases.find(ada, "shop").goal()).isEqualTo(Goal.RUNNING);
  }

  @Test
  void a_member_restores_its_own_and_an_operator_all() {
    Actor eve = member("eve@example.com");
    databases.create(eve, postgres("eves"));
    settle();
    UUID eves = databases.find(eve, "eves").id();
    databases.delete(eve, "eves", false);
    clock.advance(Duration.ofSeconds(1));
    delete("shop");

    assertThat(deletions.list(eve)).extracting(Deleted::id).containsExactly(eves);
    assertThat(deletions.list(ada)).extracting(Deleted::id).containsExactly(eves, shop);
    assertThat(refusal(() -> deletions.restore(eve, shop, "")).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(refusal(() -> deletions.delete(eve, shop)).code()).isEqualTo(ErrorCode.FORBIDDEN);
    deletions.restore(ada, eves, "");
    assertThat(databases.find(ada, "eves").ownerId()).isEqualTo(eve.userId());
  }

  @Test
  void a_member_that_is_removed_leaves_nothing_to_restore() {
    Actor eve = member("eve@example.com");
    databases.create(eve, postgres("eves"));
    databases.create(eve, postgres("hers"));
    settle();
    databases.delete(eve, "eves", false);
    settle();

    control.members().remove(ada, eve.userId());
    settle();

    assertThat(deletions.list(ada)).isEmpty();
    assertThat(plane.inventory().databases()).containsExactly(shop);
  }
}
