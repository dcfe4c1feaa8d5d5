package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Orphans.Restored;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.Resources;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.orphan.Orphan.Kind;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class OrphansTest extends DatabasesFixture {
  private FakeDataPlane again = plane;

  @Test
  void a_database_without_a_row_is_stopped_kept_for_a_week_and_then_deleted() {
    UUID id = lost(0);
    startAgain();

    Orphan orphan = only(Kind.DATABASE);
    assertThat(orphan.reference()).isEqualTo(id.toString());
    assertThat(orphan.deleteAt()).isEqualTo(clock.instant().plus(Duration.ofDays(7)));
    assertThat(again.databases().observe(id).state()).isEqualTo(DatabaseState.STOPPED);
    assertThat(again.ensuredDatabases().stream().filter(spec -> !spec.running()))
        .as("that are made if they are gone meanwhile")
        .allMatch(DatabaseSpec::mustExist);

    clock.advance(Duration.ofDays(7).minusSeconds(1));
    collectAgain();
    assertThat(again.inventory().databases()).containsExactly(id);
    clock.advance(Duration.ofMinutes(10));

    until(() -> again.inventory().databases().isEmpty());
    clock.advance(Duration.ofMinutes(10));
    until(() -> control.orphans().list(ada).isEmpty());
  }

  @Test
  void a_restored_database_runs_again_with_its_data_login_and_endpoint() {
    UUID id = lost(2);
    Credentials login = plane.databases().credentials(id).orElseThrow();
    plane.write(login, "tea");
    startAgain();

    Restored restored = control.orphans().restore(ada, only(Kind.DATABASE).id());
    until(() -> databases.find(ada, restored.name()).phase() == DatabasePhase.RUNNING);

    Database database = databases.find(ada, restored.name());
    assertThat(restored)
        .isEqualTo(new Restored("database", "restored-" + id.toString().substring(0, 8)));
    assertThat(database.id()).isEqualTo(id);
    assertThat(databases.credentials(ada, database)).isEqualTo(login);
    assertThat(again.read(login)).isEqualTo("tea");
    assertThat(control.orphans().list(ada)).isEmpty();
    collectAgain();
    assertThat(control.orphans().list(ada)).isEmpty();
  }

  @Test
  void a_database_is_found_and_restored_under_its_name_and_of_its_size() {
    UUID id = UUID.randomUUID();
    plane.databases().ensure(spec(id, new Resources(2048, 10_240, 500)).named("shop"));
    startAgain();
    Orphan orphan = only(Kind.DATABASE);

    Restored restored = control.orphans().restore(ada, orphan.id());

    assertThat(orphan.facts().name()).isEqualTo("shop");
    assertThat(restored).isEqualTo(new Restored("database", "shop"));
    assertThat(databases.find(ada, "shop").template().config())
        .isEqualTo(new DatabaseConfig(Memory.G2, Storage.G10, Cpu.HALF));
    assertThat(again.ensuredDatabases())
        .filteredOn(spec -> spec.id().equals(id))
        .extracting(spec -> spec.resources().memoryMib())
        .containsOnly(2048);
  }

  @Test
  void a_restored_database_whose_name_is_another_ones_by_now_gets_one_that_is_free() {
    create("shop");
    settle();
    UUID id = UUID.randomUUID();
    plane.databases().ensure(spec(id, DatabaseConfig.DEFAULT.resources()).named("shop"));
    startAgain();

    Restored restored = control.orphans().restore(ada, only(Kind.DATABASE).id());

    assertThat(restored.name()).isEqualTo("restored-" + id.toString().substring(0, 8));
  }

  private static DatabaseSpec spec(UUID id, Resources resources) {
    return DatabaseSpec.of(id, new Origin.Blank("postgresql", "17"), resources);
  }

  @Test
  void a_restored_snapshot_comes_with_a_database_that_is_made_of_it() {
    create("shop");
    settle();
    plane.write(login("shop"), "tea");
    UUID id = UUID.randomUUID();
    plane.snapshots().ensure(id, databases.find(ada, "shop").id());
    startAgain();

    Restored restored = control.orphans().restore(ada, only(Kind.SNAPSHOT).id());
    until(() -> databases.find(ada, restored.name()).phase() == DatabasePhase.RUNNING);

    assertThat(again.read(login(restored.name()))).isEqualTo("tea");
    assertThat(control.snapshots().list(ada, restored.name()))
        .singleElement()
        .satisfies(one -> assertThat(one.id()).isEqualTo(id))
        .satisfies(one -> assertThat(one.sizeBytes()).isEqualTo("tea".length()))
        .satisfies(one -> assertThat(one.phase()).isEqualTo(DatabaseSnapshot.Phase.READY));
  }

  @Test
  void a_snapshot_whose_data_is_gone_says_so_and_stays() {
    create("shop");
    settle();
    DatabaseSnapshot gone = take("shop", "monday");
    take("shop", "tuesday");
    settle();
    plane.snapshots().remove(gone.id());
    clock.advance(Duration.ofMinutes(10));
    startAgain();

    assertThat(control.snapshots().list(ada, "shop"))
        .extracting(one -> one.name() + " " + one.phase().wireName() + ": " + one.message())
        .containsExactly(
            "monday ready: its data is gone from the data plane, and was not removed through"
                + " Goldenrod; delete it",
            "tuesday ready: ");
  }

  private VersionRef copyWithoutRow() {
    VersionRef copy = new VersionRef(UUID.randomUUID(), "books", 3, "dir:/srv/books");
    plane
        .databases()
        .ensure(
            DatabaseSpec.of(
                UUID.randomUUID(), new Origin.Version(copy), DatabaseConfig.DEFAULT.resources()));
    startAgain();
    return copy;
  }

  @Test
  void a_restored_copy_is_its_version_again() {
    VersionRef copy = copyWithoutRow();

    Restored restored = control.orphans().restore(ada, only(Kind.COPY).id());

    assertThat(restored).isEqualTo(new Restored("golden", "books"));
    assertThat(control.goldens().versions(ada, copy.goldenId()))
        .singleElement()
        .satisfies(one -> assertThat(one.number()).isEqualTo(3))
        .satisfies(one -> assertThat(one.handle()).isEqualTo("dir:/srv/books"));
  }

  @Test
  void a_copy_is_not_restored_into_a_golden_that_is_being_deleted() {
    VersionRef copy = copyWithoutRow();
    Golden golden =
        Golden.create(copy.goldenId(), ada.orgId(), "books", Substrate.POSTGRES, clock.instant());
    store.useTransaction(
        tx -> {
          tx.goldens().insert(golden);
          tx.goldens().update(golden.deletionRequested());
        });

    assertThatThrownBy(() -> control.orphans().restore(ada, only(Kind.COPY).id()))
        .hasMessageContaining("golden 'books' is being deleted");
  }

  @Test
  void what_is_about_to_be_deleted_is_not_restored() {
    lost(0);
    startAgain();
    UUID orphan = only(Kind.DATABASE).id();
    control.orphans().delete(ada, orphan);

    assertThatThrownBy(() -> control.orphans().restore(ada, orphan))
        .hasMessageContaining("is being deleted");
  }

  @Test
  void what_is_deleted_by_hand_goes_with_the_next_collection() {
    lost(0);
    startAgain();

    control.orphans().delete(ada, only(Kind.DATABASE).id());
    collectAgain();

    assertThat(again.inventory().databases()).isEmpty();
  }

  @Test
  void a_store_that_comes_back_after_an_older_one_finds_all_as_it_was() {
    create("shop");
    settle();
    Credentials login = login("shop");
    UUID id = databases.find(ada, "shop").id();
    orphanAndForget(id);

    startAgain();
    until(
        () ->
            databases.find(ada, "shop").phase() == DatabasePhase.RUNNING
                && again.databases().observe(id).state() == DatabaseState.READY);
    assertThat(login("shop")).isEqualTo(login);
  }

  /** Stops the database, as a server does whose store does not know it. */
  private void orphanAndForget(UUID id) {
    plane
        .databases()
        .ensure(
            DatabaseSpec.of(
                    id, new Origin.Blank("postgresql", "17"), DatabaseConfig.DEFAULT.resources())
                .stopped());
  }

  @Test
  void only_admins_see_orphans_and_an_unknown_one_is_told() {
    assertThat(refusal(() -> control.orphans().list(member("eve@example.com"))).code())
        .isEqualTo(ErrorCode.FORBIDDEN);
    UUID none = UUID.randomUUID();
    assertThat(refusal(() -> control.orphans().restore(ada, none)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refusal(() -> control.orphans().delete(ada, none)).code())
        .isEqualTo(ErrorCode.NOT_FOUND);
  }

  /** Creates a database in the data plane only. */
  private UUID lost(int generation) {
    UUID id = UUID.randomUUID();
    plane
        .databases()
        .ensure(
            DatabaseSpec.of(
                    id, new Origin.Blank("postgresql", "17"), DatabaseConfig.DEFAULT.resources())
                .atGeneration(generation));
    return id;
  }

  private void startAgain() {
    control.close();
    again = plane.restarted();
    open(again);
    control.start();
  }

  private void collectAgain() {
    control.close();
    again = again.restarted();
    open(again);
    control.start();
  }

  private Orphan only(Kind kind) {
    List<Orphan> found =
        control.orphans().list(ada).stream().filter(one -> one.kind() == kind).toList();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private void until(Callable<Boolean> condition) {
    await()
        .atMost(Duration.ofMinutes(8))
        .until(
            () -> {
              clock.advance(Duration.ofSeconds(1));
              return condition.call();
            });
  }
}
