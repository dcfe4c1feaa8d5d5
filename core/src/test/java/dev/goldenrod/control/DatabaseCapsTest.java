package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.member.Actor;
import dev.goldenrod.quota.Caps;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that no member can use up the organization's limits on databases and snapshots. */
class DatabaseCapsTest extends DatabasesFixture {
  DatabaseCapsTest() {
    settings = Settings.DEFAULTS.withCaps(new Caps(10, 100, 2, 3, 2, 3));
  }

  private Actor eve;

  @BeforeEach
  void invite_eve() {
    eve = member("eve@example.com");
  }

  @Test
  void a_member_at_the_cap_keeps_no_database_from_another() {
    create("one");
    settle();
    branch("one", "two");

    assertDatabases(() -> create("three"), "the member has 2 databases");
    assertDatabases(() -> branch("one", "three"), "the member has 2 databases");
    databases.create(eve, postgres("eves"));
    assertDatabases(
        () -> databases.create(eve, postgres("more")), "the organisation has 3 databases");

    databases.delete(ada, "two", false);
    create("three");
  }

  @Test
  void a_branch_counts_for_the_owner_of_its_parent_whoever_makes_it() {
    databases.create(eve, postgres("eves"));
    settle();
    branch("eves", "eves-too");

    assertDatabases(() -> branch("eves", "eves-again"), "the member has 2 databases");
    create("adas");
  }

  @Test
  void a_member_at_the_cap_keeps_no_snapshot_from_another() {
    create("one");
    databases.create(eve, postgres("eves"));
    settle();
    take("one", "monday");
    take("one", "tuesday");

    assertSnapshots(() -> take("one", "wednesday"), "the member has 2 snapshots");
    take("eves", "monday");
    assertSnapshots(() -> take("eves", "tuesday"), "the organisation has 3 snapshots");

    control.snapshots().delete(ada, control.snapshots().list(ada, "one").get(0).id());
    take("one", "wednesday");
  }

  private static void assertDatabases(Runnable attempt, String why) {
    assertRefused(attempt, ErrorCode.DATABASE_QUOTA_EXCEEDED, why);
  }

  private static void assertSnapshots(Runnable attempt, String why) {
    assertRefused(attempt, ErrorCode.SNAPSHOT_QUOTA_EXCEEDED, why);
  }

  private static void assertRefused(Runnable attempt, ErrorCode code, String why) {
    assertThatThrownBy(attempt::run)
        .isInstanceOfSatisfying(
            ControlPlaneException.class, refused -> assertThat(refused.code()).isEqualTo(code))
        .hasMessageContaining(why);
  }
}
