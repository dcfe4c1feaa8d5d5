package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DatabaseDeletionTest extends DatabasesFixture {
  @Test
  void what_a_branch_is_made_of_stays_until_it_is_there() {
    create("shop");
    settle();
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    plane.holdDatabases();
    branch("shop", "try");
    databases.branch(ada, taken.id(), new Branch("old", ""));
    settle();
    control.snapshots().delete(ada, taken.id());
    databases.delete(ada, "shop", true);
    advance();
    assertThat(plane.inventory().snapshots()).hasSize(1);
    assertThat(plane.inventory().databases()).hasSize(3);

    plane.releaseDatabases();
    advance();
    advance();

    assertThat(plane.inventory().snapshots()).isEmpty();
    assertThat(databases.list(ada)).extracting(Database::name).containsExactly("try", "old");
    assertThat(databases.list(ada)).noneMatch(Database::hasParent);
  }

  @Test
  void a_branch_that_failed_keeps_nothing_from_going() {
    create("shop");
    settle();
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    for (String name : List.of("try", "old")) {
      plane.failNextDatabase("the disk is broken");
      if (name.equals("try")) {
        branch("shop", name);
      } else {
        databases.branch(ada, taken.id(), new Branch(name, ""));
      }
      settle();
      assertThat(databases.find(ada, name).phase()).isEqualTo(DatabasePhase.FAILED);
    }

    databases.delete(ada, "shop", true);
    advance();

    assertThat(databases.list(ada)).extracting(Database::name).containsExactly("try", "old");
    assertThat(plane.inventory().snapshots()).isEmpty();
  }

  @Test
  void a_database_with_branches_goes_by_force_alone_and_its_branches_live_on() {
    create("shop");
    settle();
    branch("shop", "try");
    settle();

    ControlPlaneException refused = refusal(() -> databases.delete(ada, "shop", false));
    assertThat(refused.code()).isEqualTo(ErrorCode.DATABASE_HAS_BRANCHES);
    assertThat(refused.children()).hasSize(1);
    databases.delete(ada, "shop", true);
    settle();

    assertThat(databases.list(ada)).extracting(Database::name).containsExactly("try");
    assertThat(databases.find(ada, "try").hasParent()).isFalse();
    assertThat(plane.inventory().databases()).hasSize(1);
  }

  @Test
  void all_branches_are_deleted_with_theirs() {
    create("shop");
    settle();
    branch("shop", "child");
    settle();
    branch("child", "grandchild");
    settle();

    databases.deleteBranches(ada, "shop");
    settle();

    assertThat(databases.list(ada)).extracting(Database::name).containsExactly("shop");
  }

  @Test
  void a_database_is_deleted_with_all_its_branches_or_with_none() {
    create("shop");
    settle();
    branch("shop", "child");
    settle();
    branch("child", "grandchild");
    settle();
    databases.update(ada, "shop", DatabaseUpdate.ofProtection(true));
    UUID shop = id("shop");
    Set<UUID> branches = Set.of(id("child"), id("grandchild"));

    ControlPlaneException refused =
        refusal(() -> databases.deleteWithBranches(ada, shop, branches::equals));
    assertThat(refused.code()).isEqualTo(ErrorCode.PROTECTED);
    assertThat(databases.list(ada)).hasSize(3);

    databases.update(ada, "shop", DatabaseUpdate.ofProtection(false));
    ControlPlaneException unknown =
        refusal(() -> databases.deleteWithBranches(ada, shop, Set.of(id("child"))::equals));
    assertThat(unknown).hasMessageContaining("are others by now");
    assertThat(databases.list(ada)).hasSize(3);

    databases.deleteWithBranches(ada, shop, branches::equals);
    settle();

    assertThat(databases.list(ada)).isEmpty();
    assertThat(plane.inventory().databases()).isEmpty();
  }

  private UUID id(String name) {
    return databases.find(ada, name).id();
  }

  @Test
  void a_family_has_the_oldest_ancestor_first_and_all_branches_and_snapshots() {
    create("shop");
    settle();
    branch("shop", "deleted");
    branch("shop", "child");
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    databases.delete(ada, "deleted", false);
    branch("child", "grandchild");
    settle();

    DatabaseFamily family = databases.family(ada, "grandchild");

    assertThat(family.databases())
        .extracting(Database::name)
        .containsExactly("shop", "child", "grandchild");
    assertThat(family.snapshots()).extracting(DatabaseSnapshot::id).containsExactly(taken.id());
  }

  @Test
  void orphans_of_databases_and_snapshots_are_removed_and_the_known_stay() {
    create("shop");
    settle();
    DatabaseSnapshot taken = take("shop", "monday");
    settle();
    UUID known = databases.find(ada, "shop").id();
    plane.snapshots().ensure(UUID.randomUUID(), known);
    plane
        .databases()
        .ensure(
            DatabaseSpec.of(
                UUID.randomUUID(),
                new Origin.Blank("postgresql", "15"),
                DatabaseConfig.DEFAULT.resources()));
    control.close();
    FakeDataPlane again = plane.restarted();
    orphanGrace = Duration.ZERO;
    open(again);

    control.start();

    Duration patience = Duration.ofMinutes(1);
    await("orphans are gone")
        .atMost(patience)
        .until(() -> again.inventory().databases(), Set.of(known)::equals);
    await("orphans are gone")
        .atMost(patience)
        .until(() -> again.inventory().snapshots(), Set.of(taken.id())::equals);
  }
}
