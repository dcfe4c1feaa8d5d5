package dev.goldenrod.control;

import static dev.goldenrod.control.ControlFixture.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.control.Databases.Create;
import dev.goldenrod.control.Databases.Login;
import dev.goldenrod.control.Snapshots.Take;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ownership of databases, and its effect on deletion and logins. */
class DatabaseOwnershipTest {
  private final ControlFixture fixture = new ControlFixture();
  private final ControlPlane control = fixture.control;
  private final Databases databases = control.databases();
  private Actor ann;

  @BeforeEach
  void join() {
    ann = fixture.member("ann@example.com", Role.USER);
    create(ann, "shop");
    fixture.settle();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void a_branch_that_an_admin_makes_is_the_parents_owners() {
    DatabaseSnapshot monday = take("monday");
    fixture.settle();

    branch(fixture.admin, "shop", "try");
    databases.branch(fixture.admin, monday.id(), new Branch("old", ""));
    fixture.settle();

    assertThat(databases.list(ann)).extracting(Database::name).contains("try", "old");
    assertThat(databases.credentials(ann, databases.find(ann, "try")).password()).isNotEmpty();
    assertRefused(
        ErrorCode.FORBIDDEN,
        () -> databases.credentials(fixture.admin, databases.find(ann, "try")));
  }

  @Test
  void a_removed_members_databases_and_snapshots_go() {
    take("monday");
    branch(ann, "shop", "try");
    create(fixture.admin, "books");
    fixture.settle();

    control.members().remove(fixture.admin, ann.userId());
    fixture.settle();
    fixture.clock.advance(Duration.ofMinutes(5));
    fixture.settle();

    assertThat(databases.list(fixture.admin)).extracting(Database::name).containsExactly("books");
    assertThat(fixture.dataPlane.inventory().databases()).hasSize(1);
    assertThat(fixture.dataPlane.inventory().snapshots()).isEmpty();
  }

  @Test
  void a_cluster_with_databases_stays() {
    UUID cluster = control.clusters().create(fixture.admin, "far").cluster().id();
    Database there = databases.find(ann, "shop");
    Database far =
        Database.accepted(
            UUID.randomUUID(),
            there.orgId(),
            there.ownerId(),
            cluster,
            "far",
            there.template(),
            Ancestry.NONE,
            there.createdAt());
    fixture.store.useTransaction(tx -> tx.databases().insert(far));

    assertRefused(
        ErrorCode.CLUSTER_HAS_DATABASES, () -> control.clusters().delete(fixture.admin, cluster));

    fixture.store.useTransaction(tx -> tx.databases().delete(far.orgId(), far.id()));
    control.clusters().delete(fixture.admin, cluster);
  }

  @Test
  void nothing_new_is_begun_on_an_exhausted_storage_pool_and_what_exists_goes_on() {
    DatabaseSnapshot monday = take("monday");
    fixture.settle();
    fixture.dataPlane.exhaustStorage(true);

    assertRefused(ErrorCode.STORAGE_EXHAUSTED, () -> create(ann, "more"));
    assertRefused(ErrorCode.STORAGE_EXHAUSTED, () -> branch(ann, "shop", "more"));
    assertRefused(ErrorCode.STORAGE_EXHAUSTED, () -> take("tuesday"));
    assertRefused(
        ErrorCode.STORAGE_EXHAUSTED, () -> databases.branch(ann, monday.id(), new Branch("x", "")));
    databases.restart(ann, "shop");
    fixture.settle();
    assertThat(databases.find(ann, "shop").phase()).isEqualTo(DatabasePhase.RUNNING);

    fixture.dataPlane.exhaustStorage(false);
    create(ann, "more");
  }

  @Test
  void logins_are_told_without_the_password_as_far_as_the_data_plane_answers() {
    Database shop = databases.find(ann, "shop");
    fixture.dataPlane.holdDatabases();
    Database beingMade = create(ann, "more");
    String user = databases.credentials(ann, shop).username();

    Map<UUID, Login> logins = databases.logins(List.of(shop, beingMade));
    assertThat(logins).containsOnlyKeys(shop.id());
    assertThat(logins.get(shop.id()).username()).isEqualTo(user);

    fixture.dataPlane.goOffline();
    fixture.clock.advance(Duration.ofMinutes(1));
    assertThat(databases.logins(List.of(shop))).isEmpty();
  }

  @Test
  void a_list_asks_the_data_plane_for_no_login_that_it_knows() {
    List<UUID> asked = new ArrayList<>();
    fixture.dataPlane.refuseCredentials(id -> !asked.add(id), "");
    Database shop = databases.find(ann, "shop");
    Map<UUID, Login> told = databases.logins(databases.list(ann));

    assertThat(databases.logins(databases.list(ann))).isEqualTo(told).isNotEmpty();
    assertThat(asked).containsExactly(shop.id());

    databases.restart(ann, "shop");
    fixture.settle();
    assertThat(databases.logins(databases.list(ann))).isEqualTo(told);
    assertThat(asked).containsExactly(shop.id(), shop.id());
  }

  @Test
  void who_waits_for_a_database_hears_of_its_end_as_well() {
    fixture.dataPlane.holdDatabases();
    Database accepted = create(ann, "more");
    CompletableFuture<Database> made = databases.awaitProvisioned(accepted, Duration.ofMinutes(8));
    assertThat(made).isNotDone();

    databases.delete(ann, "more", false);
    fixture.settle();

    assertThat(made.join().phase()).isEqualTo(DatabasePhase.DELETING);
    assertThat(databases.current(accepted).phase()).isEqualTo(DatabasePhase.DELETING);
  }

  @Test
  void a_snapshot_that_is_not_ready_is_not_branched() {
    DatabaseSnapshot monday = take("monday");
    Branch old = new Branch("old", "");
    assertRefused(ErrorCode.CONFLICT_BECAUSE, () -> databases.branch(ann, monday.id(), old));

    fixture.settle();
    control.snapshots().delete(ann, monday.id());

    assertRefused(ErrorCode.CONFLICT_BECAUSE, () -> databases.branch(ann, monday.id(), old));
    control.snapshots().delete(ann, monday.id());
    fixture.settle();
    assertRefused(ErrorCode.NOT_FOUND, () -> control.snapshots().delete(ann, monday.id()));
  }

  private Database create(Actor actor, String name) {
    Create command = new Create(name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT);
    return databases.create(actor, command);
  }

  private Database branch(Actor actor, String of, String name) {
    return databases.branch(actor, of, new Branch(name, ""));
  }

  private DatabaseSnapshot take(String name) {
    return control.snapshots().take(ann, "shop", new Take(name, ""));
  }
}
