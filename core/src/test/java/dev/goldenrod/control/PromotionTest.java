package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.member.Actor;
import dev.goldenrod.testing.FakeDataPlane;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class PromotionTest extends DatabasesFixture {
  @Test
  void a_branch_takes_name_and_endpoint_of_its_parent_which_becomes_its_branch() {
    create("shop");
    settle();
    Credentials main = login("shop");
    plane.write(main, "old");
    branch("shop", "trial");
    branch("shop", "sibling");
    settle();
    plane.write(login("trial"), "new");

    Database accepted = promote("trial");
    assertThat(accepted.name()).isEqualTo("shop");
    assertThat(accepted.phase()).isEqualTo(DatabasePhase.STARTING);
    settle();

    Database shop = databases.find(ada, "shop");
    assertThat(shop.phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(shop.ancestry().parentId()).isNull();
    assertThat(shop.status().endpoint()).isEqualTo(main.host() + ":" + main.port());
    assertThat(shop.promotion().isPending()).isFalse();
    assertThat(login("shop")).isEqualTo(main);
    assertThat(plane.read(main)).isEqualTo("new");
    assertThat(plane.read(login("shop-old-1"))).isEqualTo("old");
    assertThat(databases.find(ada, "shop-old-1").status().endpoint())
        .isNotEqualTo(shop.status().endpoint())
        .isNotEmpty();
    assertThat(databases.branches(ada, "shop"))
        .extracting(Database::name)
        .containsExactlyInAnyOrder("shop-old-1", "sibling");
    assertThat(audited()).contains("database.promoted");
    databases.delete(ada, "sibling", false);
    settle();
    branch("shop", "trial");
  }

  @Test
  void a_former_parent_is_displaced_until_it_has_an_endpoint_of_its_own() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    plane.holdDatabases();
    promote("trial");

    assertThat(isDisplaced("shop-old-1")).isTrue();
    plane.releaseDatabases();
    settle();
    assertThat(isDisplaced("shop-old-1")).isFalse();
  }

  private boolean isDisplaced(String name) {
    Database database = databases.find(ada, name);
    return database.isDisplacedBy(
        databases.parents(List.of(database)).get(database.ancestry().parentId()));
  }

  @Test
  void former_parents_are_numbered_and_can_be_promoted_back() {
    create("shop");
    settle();
    plane.write(login("shop"), "first");
    branch("shop", "trial");
    settle();
    promote("trial");
    settle();
    branch("shop", "again");
    settle();
    promote("again");
    settle();

    promote("shop-old-1");
    settle();

    assertThat(plane.read(login("shop"))).isEqualTo("first");
    assertThat(databases.branches(ada, "shop"))
        .extracting(Database::name)
        .containsExactlyInAnyOrder("shop-old-2", "shop-old-3");
  }

  @Test
  void a_promoted_branch_of_a_branch_is_a_branch_of_its_grandparent() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    branch("trial", "inner");
    settle();

    promote("inner");
    settle();

    UUID shop = databases.find(ada, "shop").id();
    assertThat(databases.find(ada, "trial").ancestry().parentId()).isEqualTo(shop);
    assertThat(databases.find(ada, "trial-old-1").ancestry().parentId())
        .isEqualTo(databases.find(ada, "trial").id());
  }

  @Test
  void a_long_name_is_cut_for_the_former_parent() {
    String longest = "n".repeat(63);
    create(longest);
    settle();
    branch(longest, "trial");
    settle();

    promote("trial");

    assertThat(databases.find(ada, "n".repeat(54) + "-old-1")).isNotNull();
  }

  @Test
  void only_a_running_branch_whose_parent_is_there_can_be_promoted() {
    create("shop");
    settle();
    assertThat(refusal(() -> promote("shop")).code()).isEqualTo(ErrorCode.NOT_A_BRANCH);
    branch("shop", "trial");
    assertThat(refusal(() -> promote("trial")).code()).isEqualTo(ErrorCode.CONFLICT_BECAUSE);
    settle();
    databases.stop(ada, "trial");
    settle();
    assertThat(refusal(() -> promote("trial"))).hasMessageContaining("is stopped");
    databases.start(ada, "trial");
    settle();
    databases.delete(ada, "shop", true);
    assertThat(refusal(() -> promote("trial")).code()).isEqualTo(ErrorCode.NOT_A_BRANCH);
  }

  @Test
  void a_branch_that_lets_no_client_in_is_refused_and_nothing_changes() {
    create("shop");
    settle();
    Credentials main = login("shop");
    plane.write(main, "old");
    branch("shop", "trial");
    settle();
    plane.shutOut(databases.find(ada, "trial").id(), "its password was changed; restart it");

    assertThat(refusal(() -> promote("trial")))
        .hasMessageContaining("database 'trial': its password was changed; restart it")
        .extracting(ControlPlaneException::code)
        .isEqualTo(ErrorCode.CONFLICT_BECAUSE);

    assertThat(databases.find(ada, "trial").promotion().isPending()).isFalse();
    assertThat(login("shop")).isEqualTo(main);
    assertThat(plane.read(main)).isEqualTo("old");
  }

  @Test
  void a_member_promotes_no_branch_of_another_and_the_main_stays_its_owners() {
    Actor eve = member("eve@example.org");
    Actor mallory = member("mallory@example.org");
    databases.create(eve, postgres("shop"));
    settle();
    databases.branch(ada, "shop", new Databases.Branch("trial", ""));
    settle();

    assertThat(refusal(() -> databases.promote(mallory, "trial")).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    promote("trial");

    assertThat(databases.find(eve, "shop").ownerId()).isEqualTo(eve.userId());
    assertThat(databases.find(eve, "shop-old-1").ownerId()).isEqualTo(eve.userId());
  }

  @Test
  void a_promotion_that_a_kill_interrupted_is_finished() {
    create("shop");
    settle();
    Credentials main = login("shop");
    branch("shop", "trial");
    settle();
    plane.write(login("trial"), "new");
    plane.holdDatabases();
    promote("trial");
    control.runDueOnce();
    control.close();
    FakeDataPlane again = plane.restarted();
    again.releaseDatabases();
    open(again);

    advance();

    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
    assertThat(again.read(main)).isEqualTo("new");
  }

  @Test
  void a_main_that_is_stopped_while_it_is_promoted_ends_stopped_at_the_endpoint() {
    create("shop");
    settle();
    Credentials main = login("shop");
    branch("shop", "trial");
    settle();
    promote("trial");

    databases.stop(ada, "shop");
    settle();

    Database shop = databases.find(ada, "shop");
    assertThat(shop.phase()).isEqualTo(DatabasePhase.STOPPED);
    assertThat(shop.promotion().isPending()).isFalse();
    assertThat(login("shop")).isEqualTo(main);
  }

  @Test
  void a_former_parent_is_not_removed_before_its_endpoint_is_taken_over() {
    create("shop");
    settle();
    branch("shop", "trial");
    settle();
    plane.holdDatabases();
    promote("trial");
    control.runDueOnce();

    UUID former = databases.find(ada, "shop-old-1").id();
    databases.delete(ada, "shop-old-1", true);
    settle();
    assertThat(plane.inventory().databases()).contains(former);

    plane.releaseDatabases();
    advance();
    advance();
    assertThat(plane.inventory().databases()).doesNotContain(former);
    assertThat(databases.find(ada, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);
  }

  private Database promote(String branch) {
    return databases.promote(ada, branch);
  }
}
