package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.Deletion;
import dev.goldenrod.database.Ancestry;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Placed;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Paginated lists, oldest rows first. */
abstract class StoreContractPages extends StoreContractPart {
  private static final UUID OWNER = UUID.randomUUID();

  @FunctionalInterface
  private interface Pages<R> {
    List<Placed<R>> page(Transaction tx, @Nullable Place after, int limit);
  }

  @Test
  void databases_that_are_not_deleted_are_read_page_by_page() {
    Database third = inserted("third", OWNER, at(1));
    Database first = inserted("first", OWNER, T0);
    Database fourth = inserted("fourth", UUID.randomUUID(), at(1));
    Database deleted = inserted("deleted", OWNER, at(2));
    store()
        .useTransaction(
            tx -> tx.databases().update(deleted.deleted(new Deletion(T0, OWNER, at(60)))));

    assertThat(read((tx, after, limit) -> tx.databases().page(orgId, null, after, limit)))
        .containsExactly(first, third, fourth);
    assertThat(read((tx, after, limit) -> tx.databases().page(orgId, OWNER, after, limit)))
        .containsExactly(first, third);
    assertThat(
            read((tx, after, limit) -> tx.databases().page(UUID.randomUUID(), null, after, limit)))
        .isEmpty();
  }

  @Test
  void a_page_goes_on_behind_a_row_that_was_deleted_meanwhile() {
    Database first = inserted("first", OWNER, T0);
    Database second = inserted("second", OWNER, T0);
    Place place = rows(tx -> tx.databases().page(orgId, null, null, 1)).get(0).place();
    assertThat(did(tx -> tx.databases().delete(orgId, first.id()))).isTrue();

    assertThat(rows(tx -> tx.databases().page(orgId, null, place, 2)))
        .extracting(Placed::row)
        .containsExactly(second);
  }

  @Test
  void snapshots_of_a_database_are_read_page_by_page() {
    Database shop = inserted("shop", OWNER, T0);
    Database other = inserted("other", OWNER, T0);
    DatabaseSnapshot first = taken(shop, T0);
    DatabaseSnapshot second = taken(shop, T0);
    taken(other, T0);
    DatabaseSnapshot third = taken(shop, at(1));

    assertThat(
            read(
                (tx, after, limit) ->
                    tx.databases().pageOfSnapshots(orgId, shop.id(), after, limit)))
        .containsExactly(first, second, third);
  }

  @Test
  void instances_that_are_not_warm_are_read_page_by_page() {
    Instance second = instance(OWNER, UUID.randomUUID(), at(1));
    Instance first = instance(OWNER, UUID.randomUUID(), T0);
    Instance others = instance(UUID.randomUUID(), UUID.randomUUID(), at(2));
    Instance some = instance(OWNER, UUID.randomUUID(), T0);
    Instance warm =
        Instance.warm(
            UUID.randomUUID(), orgId, some.clusterId(), UUID.randomUUID(), some.spec(), T0);
    store()
        .useTransaction(tx -> List.of(second, first, others, warm).forEach(tx.instances()::insert));

    assertThat(read((tx, after, limit) -> tx.instances().page(orgId, null, after, limit)))
        .containsExactly(first, second, others);
    assertThat(read((tx, after, limit) -> tx.instances().page(orgId, OWNER, after, limit)))
        .containsExactly(first, second);
  }

  @Test
  void goldens_are_read_page_by_page() {
    Golden second = golden("second", at(1));
    Golden first = golden("first", T0).deletionRequested();
    Golden third = golden("third", at(1));
    store()
        .useTransaction(
            tx -> {
              List.of(second, first, third).forEach(tx.goldens()::insert);
              tx.goldens().insertVersion(StoreContractGoldens.reserved(second, 4).becameReady());
            });

    assertThat(read((tx, after, limit) -> tx.goldens().page(orgId, after, limit)))
        .containsExactly(
            new GoldenSummary(first, 0), new GoldenSummary(second, 4), new GoldenSummary(third, 0));
  }

  /** Reads all rows with pages of one row. */
  private <R> List<R> read(Pages<R> pages) {
    List<R> all = new ArrayList<>();
    List<Placed<R>> page = rows(tx -> pages.page(tx, null, 1));
    while (!page.isEmpty()) {
      assertThat(page).hasSize(1);
      all.add(page.get(0).row());
      Place after = page.get(0).place();
      page = rows(tx -> pages.page(tx, after, 1));
    }
    return all;
  }

  private Database inserted(String name, UUID owner, Instant createdAt) {
    Database database =
        Database.accepted(
            UUID.randomUUID(),
            orgId,
            owner,
            UUID.randomUUID(),
            name,
            new Database.Template(DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT, ""),
            Ancestry.NONE,
            createdAt);
    store().useTransaction(tx -> tx.databases().insert(database));
    return database;
  }

  private DatabaseSnapshot taken(Database database, Instant createdAt) {
    DatabaseSnapshot snapshot =
        DatabaseSnapshot.accepted(UUID.randomUUID(), database, "before", "", createdAt);
    store().useTransaction(tx -> tx.databases().insertSnapshot(snapshot));
    return snapshot;
  }
}
