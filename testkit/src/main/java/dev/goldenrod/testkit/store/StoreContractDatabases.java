package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.Deletion;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseConfig.Cpu;
import dev.goldenrod.database.DatabaseConfig.Memory;
import dev.goldenrod.database.DatabaseConfig.Storage;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.GoldenRef;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractDatabases extends StoreContractPart {
  private static final DatabaseConfig LARGE = new DatabaseConfig(Memory.G4, Storage.G50, Cpu.HALF);

  @Test
  void a_database_is_found_by_id_and_name_in_its_organisation() {
    Database root = database("root", Ancestry.NONE, T0).withProtection(true);
    Database branch =
        database("branch", Ancestry.branchOf(root.id()), at(1)).becameRunning("127.0.0.1:5432", "");
    Database ofSnapshot =
        database("copy", Ancestry.branchOf(root.id(), UUID.randomUUID()), at(2)).stopRequested();
    Database ofGolden =
        database("of-golden", Ancestry.copyOf(new GoldenRef(UUID.randomUUID(), "crm", 3, 7)), at(3))
            .ofVersion("");
    for (Database one : List.of(root, branch, ofSnapshot, ofGolden)) {
      insert(one);
      assertThat(one(tx -> tx.databases().find(orgId, one.id()))).contains(one);
      assertThat(one(tx -> tx.databases().findByName(orgId, one.name()))).contains(one);
      assertThat(one(tx -> tx.databases().find(UUID.randomUUID(), one.id()))).isEmpty();
      assertThat(one(tx -> tx.databases().findByName(UUID.randomUUID(), one.name()))).isEmpty();
      assertConflict(tx -> tx.databases().insert(one));
    }
    assertThat(rows(tx -> tx.databases().list(orgId)))
        .containsExactly(root, branch, ofSnapshot, ofGolden);
    assertThat(rows(tx -> tx.databases().list(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void a_name_is_one_databases_of_the_organisation() {
    Database one = database("one", Ancestry.NONE, T0);
    Database other = database("other", Ancestry.NONE, T0);
    insert(one);
    insert(other);

    assertConflict(tx -> tx.databases().insert(database("one", Ancestry.NONE, at(1))));
    assertConflict(tx -> tx.databases().update(other.renamed("one")));

    assertThat(did(tx -> tx.databases().delete(orgId, one.id()))).isTrue();
    assertThat(did(tx -> tx.databases().update(other.renamed("one")))).isTrue();
  }

  @Test
  void a_deleted_database_is_kept_with_its_name_which_is_free_for_another_one() {
    Database shop = database("shop", Ancestry.NONE, T0).becameRunning("127.0.0.1:5432", "");
    insert(shop);
    Deletion deletion = new Deletion(T0, UUID.randomUUID(), at(60));

    assertThat(did(tx -> tx.databases().update(shop.deleted(deletion)))).isTrue();

    Database kept = in(tx -> tx.databases().find(orgId, shop.id())).orElseThrow();
    assertThat(kept.name()).isEqualTo("shop");
    assertThat(kept.deletion()).isEqualTo(deletion);
    assertThat(rows(tx -> tx.databases().list(orgId))).containsExactly(kept);
    assertThat(one(tx -> tx.databases().findByName(orgId, "shop"))).isEmpty();
    assertThat(one(tx -> tx.databases().findByName(orgId, "deleted." + shop.id()))).isEmpty();

    Database next = database("shop", Ancestry.NONE, at(1));
    insert(next);
    assertThat(one(tx -> tx.databases().findByName(orgId, "shop"))).contains(next);
    assertConflict(tx -> tx.databases().update(kept.restored("shop")));

    assertThat(did(tx -> tx.databases().update(kept.restored("shop-1")))).isTrue();
    Database restored = in(tx -> tx.databases().findByName(orgId, "shop-1")).orElseThrow();
    assertThat(restored.id()).isEqualTo(shop.id());
    assertThat(restored.isDeleted()).isFalse();
  }

  @Test
  void an_update_wins_only_against_its_own_revision() {
    Database database = database("shop", Ancestry.NONE, T0);
    insert(database);
    Database running = database.becameRunning("127.0.0.1:5432", "");

    assertThat(did(tx -> tx.databases().update(running))).isTrue();
    assertThat(did(tx -> tx.databases().update(database.stopRequested()))).isFalse();

    Database stored = in(tx -> tx.databases().find(orgId, database.id())).orElseThrow();
    assertThat(stored.status()).isEqualTo(running.status());
    assertThat(stored.revision()).isEqualTo(1);
  }

  @Test
  void an_update_of_progress_is_one_against_the_revision_too() {
    Database database = database("shop", Ancestry.NONE, T0);
    insert(database);
    Database waiting = database.inPhase(DatabasePhase.PROVISIONING, "waits for its volume");

    assertThat(did(tx -> tx.databases().updateProgress(waiting))).isTrue();
    assertThat(did(tx -> tx.databases().updateProgress(database.stopRequested()))).isFalse();

    Database stored = in(tx -> tx.databases().find(orgId, database.id())).orElseThrow();
    assertThat(stored.status()).isEqualTo(waiting.status());
    assertThat(stored.revision()).isEqualTo(1);
  }

  @Test
  void a_locked_database_and_its_snapshot_are_changed_by_one_at_a_time() throws Exception {
    Database shop = database("shop", Ancestry.NONE, T0);
    DatabaseSnapshot monday = snapshot(shop, "monday", T0);
    insert(shop);
    store().useTransaction(tx -> tx.databases().insertSnapshot(monday));

    race(
        RACERS,
        () ->
            in(
                tx -> {
                  Database read = tx.databases().lock(orgId, shop.id()).orElseThrow();
                  DatabaseSnapshot taken =
                      tx.databases().lockSnapshot(orgId, monday.id()).orElseThrow();
                  return tx.databases().update(read.stopRequested())
                      && tx.databases().updateSnapshot(taken.becameReady(taken.sizeBytes() + 1));
                }));

    assertThat(in(tx -> tx.databases().lock(orgId, shop.id())).orElseThrow().revision())
        .isEqualTo(RACERS);
    assertThat(in(tx -> tx.databases().lockSnapshot(orgId, monday.id())).orElseThrow().sizeBytes())
        .isEqualTo(RACERS);
    assertThat(one(tx -> tx.databases().lock(UUID.randomUUID(), shop.id()))).isEmpty();
    assertThat(one(tx -> tx.databases().lockSnapshot(UUID.randomUUID(), monday.id()))).isEmpty();
  }

  @Test
  void a_database_is_deleted_once() {
    Database database = database("shop", Ancestry.NONE, T0);
    insert(database);

    assertThat(did(tx -> tx.databases().delete(UUID.randomUUID(), database.id()))).isFalse();
    assertThat(did(tx -> tx.databases().delete(orgId, database.id()))).isTrue();
    assertThat(did(tx -> tx.databases().delete(orgId, database.id()))).isFalse();
  }

  @Test
  void snapshots_are_found_listed_updated_and_deleted() {
    Database shop = database("shop", Ancestry.NONE, T0);
    Database books = database("books", Ancestry.NONE, T0);
    DatabaseSnapshot second = snapshot(shop, "b", at(1));
    DatabaseSnapshot first = snapshot(shop, "a", T0);
    DatabaseSnapshot others = snapshot(books, "a", at(2));
    for (DatabaseSnapshot one : List.of(second, first, others)) {
      store().useTransaction(tx -> tx.databases().insertSnapshot(one));
      assertConflict(tx -> tx.databases().insertSnapshot(one));
    }
    assertThat(one(tx -> tx.databases().findSnapshot(orgId, first.id()))).contains(first);
    assertThat(one(tx -> tx.databases().findSnapshot(UUID.randomUUID(), first.id()))).isEmpty();
    assertThat(rows(tx -> tx.databases().snapshotsOf(orgId, books.id()))).containsExactly(others);
    assertThat(rows(tx -> tx.databases().snapshotsOf(orgId, shop.id())))
        .containsExactly(first, second);

    DatabaseSnapshot ready = first.becameReady(1L << 40);
    assertThat(did(tx -> tx.databases().updateSnapshot(ready))).isTrue();
    assertThat(did(tx -> tx.databases().updateSnapshot(first.failed("full")))).isFalse();
    DatabaseSnapshot stored =
        in(tx -> tx.databases().findSnapshot(orgId, first.id())).orElseThrow();
    assertThat(stored.phase()).isEqualTo(DatabaseSnapshot.Phase.READY);
    assertThat(stored.sizeBytes()).isEqualTo(1L << 40);

    assertThat(did(tx -> tx.databases().deleteSnapshot(UUID.randomUUID(), first.id()))).isFalse();
    assertThat(did(tx -> tx.databases().deleteSnapshot(orgId, first.id()))).isTrue();
    assertThat(did(tx -> tx.databases().deleteSnapshot(orgId, first.id()))).isFalse();
  }

  private void insert(Database database) {
    store().useTransaction(tx -> tx.databases().insert(database));
  }

  private Database database(String name, Ancestry ancestry, Instant createdAt) {
    Database.Template template =
        new Database.Template(DatabaseType.MYSQL, "8.0", LARGE, "for \u00e9v\u00e9nements");
    return Database.accepted(
        UUID.randomUUID(),
        orgId,
        UUID.randomUUID(),
        UUID.randomUUID(),
        name,
        template,
        ancestry,
        createdAt);
  }

  private static DatabaseSnapshot snapshot(Database database, String name, Instant createdAt) {
    return DatabaseSnapshot.accepted(UUID.randomUUID(), database, name, "before", createdAt);
  }
}
