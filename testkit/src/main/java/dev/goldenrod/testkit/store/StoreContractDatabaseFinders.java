package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.Deletion;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Queries for databases and their snapshots by references. */
abstract class StoreContractDatabaseFinders extends StoreContractPart {
  private static final UUID OWNER = UUID.randomUUID();
  private static final UUID CLUSTER = UUID.randomUUID();

  @Test
  void databases_are_found_by_their_ids() {
    Database first = inserted("first", Ancestry.NONE, T0);
    Database second = inserted("second", Ancestry.NONE, at(1));
    inserted("third", Ancestry.NONE, at(2));
    List<UUID> ids = List.of(second.id(), UUID.randomUUID(), first.id());

    assertThat(rows(tx -> tx.databases().findAll(orgId, ids))).containsExactly(first, second);
    assertThat(ids(tx -> tx.databases().existing(orgId, ids)))
        .containsExactlyInAnyOrder(first.id(), second.id());
    assertThat(rows(tx -> tx.databases().findAll(UUID.randomUUID(), ids))).isEmpty();
    assertThat(ids(tx -> tx.databases().existing(UUID.randomUUID(), ids))).isEmpty();
    assertThat(rows(tx -> tx.databases().findAll(orgId, List.of()))).isEmpty();
  }

  @Test
  void databases_are_found_by_their_parent_owner_and_cluster() {
    Database main = inserted("main", Ancestry.NONE, T0);
    Database younger = inserted("younger", Ancestry.branchOf(main.id()), at(2));
    Database older = inserted("older", Ancestry.branchOf(main.id()), at(1));
    inserted("nested", Ancestry.branchOf(older.id()), at(3));
    Database gone = updated(younger.deleted(deletion(4)));
    inserted(
        Database.accepted(
            UUID.randomUUID(),
            orgId,
            UUID.randomUUID(),
            UUID.randomUUID(),
            "others",
            main.template(),
            Ancestry.NONE,
            T0));

    assertThat(rows(tx -> tx.databases().branchesOf(orgId, main.id())))
        .containsExactly(older, gone);
    assertThat(rows(tx -> tx.databases().branchesOf(UUID.randomUUID(), main.id()))).isEmpty();
    List<UUID> parents = List.of(main.id(), older.id(), UUID.randomUUID());
    assertThat(rows(tx -> tx.databases().branchesOfAll(orgId, parents)))
        .extracting(Database::name)
        .containsExactly("older", "younger", "nested");
    assertThat(rows(tx -> tx.databases().branchesOfAll(UUID.randomUUID(), parents))).isEmpty();
    assertThat(rows(tx -> tx.databases().branchesOfAll(orgId, List.of()))).isEmpty();
    assertThat(rows(tx -> tx.databases().listOwnedBy(orgId, OWNER)))
        .extracting(Database::name)
        .containsExactly("main", "older", "younger", "nested");
    assertThat(rows(tx -> tx.databases().listOwnedBy(UUID.randomUUID(), OWNER))).isEmpty();
    assertThat(rows(tx -> tx.databases().inCluster(orgId, CLUSTER))).hasSize(4);
    assertThat(rows(tx -> tx.databases().inCluster(orgId, UUID.randomUUID()))).isEmpty();
  }

  @Test
  void databases_that_need_what_they_are_made_of_are_found_by_it() {
    UUID source = UUID.randomUUID();
    UUID snapshot = UUID.randomUUID();
    GoldenRef golden = GoldenRef.unmasked(UUID.randomUUID(), "crm", 3);
    for (Ancestry ancestry :
        List.of(
            Ancestry.branchOf(source),
            Ancestry.branchOf(source, snapshot),
            Ancestry.copyOf(golden))) {
      inserted(unique("made"), ancestry, T0);
      updated(inserted(unique("ran"), ancestry, T0).becameRunning("127.0.0.1:5432", ""));
      updated(inserted(unique("failed"), ancestry, T0).inPhase(DatabasePhase.FAILED, "no"));
      updated(inserted(unique("absent"), ancestry, T0).deletionRequested());
    }
    List<Database> all = in(tx -> tx.databases().list(orgId));

    assertThat(rows(tx -> tx.databases().beingMadeOfDatabase(orgId, source)))
        .isNotEmpty()
        .containsExactlyElementsOf(
            all.stream()
                .filter(one -> one.needsOrigin() && source.equals(one.ancestry().sourceId()))
                .toList());
    assertThat(rows(tx -> tx.databases().beingMadeOfSnapshot(orgId, snapshot)))
        .isNotEmpty()
        .containsExactlyElementsOf(
            all.stream()
                .filter(one -> one.needsOrigin() && snapshot.equals(one.ancestry().snapshotId()))
                .toList());
    assertThat(rows(tx -> tx.databases().beingMadeOfGolden(orgId, golden.goldenId())))
        .isNotEmpty()
        .containsExactlyElementsOf(
            all.stream().filter(one -> one.needs(golden.goldenId())).toList());
    assertThat(rows(tx -> tx.databases().beingMadeOfDatabase(UUID.randomUUID(), source))).isEmpty();
  }

  @Test
  void snapshots_that_databases_were_made_of_are_told_from_others() {
    UUID used = UUID.randomUUID();
    UUID unused = UUID.randomUUID();
    UUID left = UUID.randomUUID();
    Ancestry ofUsed = Ancestry.branchOf(UUID.randomUUID(), used);
    inserted("one", ofUsed, T0);
    inserted("two", ofUsed, T0);
    Database absent = inserted("three", Ancestry.branchOf(UUID.randomUUID(), left), T0);
    updated(absent.deletionRequested());
    List<UUID> asked = List.of(used, unused, left);

    assertThat(ids(tx -> tx.databases().originsAmong(orgId, asked))).containsExactly(used);
    assertThat(ids(tx -> tx.databases().originsAmong(orgId, List.of(unused)))).isEmpty();
    assertThat(ids(tx -> tx.databases().originsAmong(UUID.randomUUID(), asked))).isEmpty();
  }

  @Test
  void what_can_be_restored_is_found_the_first_deleted_first() {
    Database second = inserted("second", Ancestry.NONE, T0);
    Database first = inserted("first", Ancestry.NONE, at(1));
    Database removed = inserted("removed", Ancestry.NONE, at(1));
    inserted("present", Ancestry.NONE, T0);
    Database kept = updated(second.deleted(deletion(8)));
    Database older = updated(first.deleted(deletion(7)));
    updated(updated(removed.deleted(deletion(6))).deletionRequested());

    assertThat(rows(tx -> tx.databases().restorable(orgId))).containsExactly(older, kept);
    assertThat(rows(tx -> tx.databases().restorableOf(orgId, OWNER))).containsExactly(older, kept);
    assertThat(rows(tx -> tx.databases().restorable(UUID.randomUUID()))).isEmpty();
    assertThat(rows(tx -> tx.databases().restorableOf(orgId, UUID.randomUUID()))).isEmpty();
  }

  @Test
  void names_are_found_by_their_beginning_those_of_deleted_databases_too() {
    inserted("shop-old-1", Ancestry.NONE, T0);
    updated(inserted("shop-old-2", Ancestry.NONE, T0).deleted(deletion(1)));
    inserted("shop", Ancestry.NONE, T0);
    inserted("shop2-old-1", Ancestry.NONE, T0);

    assertThat(rows(tx -> tx.databases().namesBeginningWith(orgId, "shop-old-")))
        .containsExactlyInAnyOrder("shop-old-1", "shop-old-2");
    assertThat(rows(tx -> tx.databases().namesBeginningWith(orgId, "deleted"))).isEmpty();
    assertThat(rows(tx -> tx.databases().namesBeginningWith(UUID.randomUUID(), "s"))).isEmpty();
  }

  @Test
  void databases_and_snapshots_are_counted_while_they_are_there() {
    Database shop = inserted("shop", Ancestry.NONE, T0);
    Database deleted = updated(inserted("d", Ancestry.NONE, T0).deleted(deletion(1)));
    updated(inserted("absent", Ancestry.NONE, T0).deletionRequested());
    taken(shop, "a");
    taken(deleted, "b");
    DatabaseSnapshot leaving = taken(shop, "c");
    store().useTransaction(tx -> tx.databases().updateSnapshot(leaving.deletionRequested()));

    assertThat(count(tx -> tx.databases().countPresent(orgId))).isEqualTo(1);
    assertThat(count(tx -> tx.databases().countPresentOwnedBy(orgId, OWNER))).isEqualTo(1);
    assertThat(count(tx -> tx.databases().countPresentOwnedBy(orgId, CLUSTER))).isZero();
    assertThat(count(tx -> tx.databases().countPresent(UUID.randomUUID()))).isZero();
    assertThat(count(tx -> tx.databases().countSnapshots(orgId))).isEqualTo(2);
    assertThat(count(tx -> tx.databases().countSnapshotsOwnedBy(orgId, OWNER))).isEqualTo(2);
    assertThat(count(tx -> tx.databases().countSnapshotsOwnedBy(orgId, CLUSTER))).isZero();
    assertThat(count(tx -> tx.databases().countSnapshots(UUID.randomUUID()))).isZero();
  }

  @Test
  void snapshots_are_found_by_their_ids_and_their_cluster() {
    Database shop = inserted("shop", Ancestry.NONE, T0);
    DatabaseSnapshot first = taken(shop, "a");
    DatabaseSnapshot second = taken(shop, "b");
    List<UUID> ids = List.of(second.id(), UUID.randomUUID());

    assertThat(rows(tx -> tx.databases().findSnapshots(orgId, ids))).containsExactly(second);
    assertThat(ids(tx -> tx.databases().existingSnapshots(orgId, ids)))
        .containsExactly(second.id());
    assertThat(rows(tx -> tx.databases().findSnapshots(UUID.randomUUID(), ids))).isEmpty();
    List<UUID> owners = List.of(shop.id(), UUID.randomUUID());
    assertThat(rows(tx -> tx.databases().snapshotsOfAll(orgId, owners)))
        .containsExactly(first, second);
    assertThat(rows(tx -> tx.databases().snapshotsOfAll(UUID.randomUUID(), owners))).isEmpty();
    assertThat(rows(tx -> tx.databases().snapshotsIn(orgId, CLUSTER)))
        .containsExactly(first, second);
    assertThat(rows(tx -> tx.databases().snapshotsIn(orgId, UUID.randomUUID()))).isEmpty();
  }

  private static Deletion deletion(int seconds) {
    return new Deletion(at(seconds), OWNER, at(60));
  }

  private Database updated(Database database) {
    assertThat(did(tx -> tx.databases().update(database))).isTrue();
    return in(tx -> tx.databases().find(orgId, database.id())).orElseThrow();
  }

  private Database inserted(String name, Ancestry ancestry, Instant createdAt) {
    return inserted(
        Database.accepted(
            UUID.randomUUID(),
            orgId,
            OWNER,
            CLUSTER,
            name,
            new Database.Template(DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, ""),
            ancestry,
            createdAt));
  }

  private Database inserted(Database database) {
    store().useTransaction(tx -> tx.databases().insert(database));
    return database;
  }

  private DatabaseSnapshot taken(Database database, String name) {
    DatabaseSnapshot snapshot =
        DatabaseSnapshot.accepted(UUID.randomUUID(), database, name, "", T0);
    store().useTransaction(tx -> tx.databases().insertSnapshot(snapshot));
    return snapshot;
  }
}
