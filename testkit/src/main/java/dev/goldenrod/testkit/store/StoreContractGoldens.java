package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.Deletion;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenState;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.ShareScope;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.port.StoreConflictException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

abstract class StoreContractGoldens extends StoreContractPart {
  @Test
  void a_golden_is_found_by_id_and_by_name_also_when_it_is_being_deleted() {
    Golden golden =
        new Golden(
            UUID.randomUUID(),
            orgId,
            "shop",
            Substrate.MONGODB,
            ShareScope.ORG,
            GoldenState.DELETING,
            true,
            true,
            null,
            T0,
            0);
    store().useTransaction(tx -> tx.goldens().insert(golden));

    assertThat(one(tx -> tx.goldens().find(orgId, golden.id()))).contains(golden);
    assertThat(one(tx -> tx.goldens().findByName(orgId, "shop"))).contains(golden);
    assertThat(one(tx -> tx.goldens().find(UUID.randomUUID(), golden.id()))).isEmpty();
    assertThat(one(tx -> tx.goldens().findByName(UUID.randomUUID(), "shop"))).isEmpty();
    assertThat(one(tx -> tx.goldens().findByName(orgId, "SHOP"))).isEmpty();
  }

  @Test
  void a_name_is_unique_in_its_organisation_alone() {
    Golden shop = golden("shop", T0);
    Golden other = golden("other", T0);
    store().useTransaction(tx -> tx.goldens().insert(shop));
    store().useTransaction(tx -> tx.goldens().insert(other));

    assertConflict(tx -> tx.goldens().insert(golden("shop", T0)));
    assertConflict(
        tx ->
            tx.goldens()
                .update(
                    new Golden(
                        other.id(),
                        orgId,
                        "shop",
                        other.substrate(),
                        other.shareScope(),
                        other.state(),
                        false,
                        false,
                        null,
                        T0,
                        0)));
    Golden elsewhere =
        Golden.create(UUID.randomUUID(), UUID.randomUUID(), "shop", Substrate.MYSQL, T0);
    store().useTransaction(tx -> tx.goldens().insert(elsewhere));
    assertThat(one(tx -> tx.goldens().findByName(elsewhere.orgId(), "shop"))).contains(elsewhere);
  }

  @Test
  void a_deleted_golden_is_kept_with_its_name_which_is_free_for_another_one() {
    Golden shop = golden("shop", T0);
    store().useTransaction(tx -> tx.goldens().insert(shop));
    Deletion deletion = new Deletion(T0, UUID.randomUUID(), at(60));

    assertThat(did(tx -> tx.goldens().update(shop.deleted(deletion)))).isTrue();

    Golden kept = in(tx -> tx.goldens().find(orgId, shop.id())).orElseThrow();
    assertThat(kept.name()).isEqualTo("shop");
    assertThat(kept.deletion()).isEqualTo(deletion);
    assertThat(rows(tx -> tx.goldens().list(orgId))).containsExactly(new GoldenSummary(kept, 0));
    assertThat(one(tx -> tx.goldens().findByName(orgId, "shop"))).isEmpty();
    assertThat(one(tx -> tx.goldens().findByName(orgId, "deleted." + shop.id()))).isEmpty();

    Golden next = golden("shop", at(1));
    store().useTransaction(tx -> tx.goldens().insert(next));
    assertThat(one(tx -> tx.goldens().findByName(orgId, "shop"))).contains(next);
    assertConflict(tx -> tx.goldens().update(kept.restored("shop")));

    assertThat(did(tx -> tx.goldens().update(kept.restored("shop-1")))).isTrue();
    Golden restored = in(tx -> tx.goldens().findByName(orgId, "shop-1")).orElseThrow();
    assertThat(restored.id()).isEqualTo(shop.id());
    assertThat(restored.isDeleted()).isFalse();
  }

  @Test
  void of_those_that_take_a_name_at_once_one_gets_it() throws Exception {
    List<Boolean> inserted =
        race(
            RACERS,
            () -> {
              try {
                store().useTransaction(tx -> tx.goldens().insert(golden("contested", T0)));
                return true;
              } catch (StoreConflictException e) {
                return false;
              }
            });
    assertThat(inserted).containsOnlyOnce(true).hasSize(RACERS);
    assertThat(rows(tx -> tx.goldens().list(orgId))).hasSize(1);
  }

  @Test
  void goldens_are_listed_oldest_first_with_their_latest_ready_version() {
    Golden second = golden("second", at(1));
    Golden first = golden("first", T0).deletionRequested();
    Golden third = golden("third", at(1));
    store()
        .useTransaction(
            tx -> {
              tx.goldens().insert(second);
              tx.goldens().insert(first);
              tx.goldens().insert(third);
              tx.goldens().insertVersion(reserved(second, 1).becameReady());
              tx.goldens().insertVersion(reserved(second, 2).becameReady());
              tx.goldens().insertVersion(reserved(second, 3));
              tx.goldens().insertVersion(reserved(third, 1));
            });
    assertThat(rows(tx -> tx.goldens().list(orgId)))
        .containsExactly(
            new GoldenSummary(first, 0), new GoldenSummary(second, 2), new GoldenSummary(third, 0));
  }

  @Test
  void an_update_against_the_revision_replaces_the_row_and_raises_it() {
    Golden golden = golden("shop", T0);
    store().useTransaction(tx -> tx.goldens().insert(golden));

    Golden changed = golden.shared(ShareScope.ORG).withProtection(true).withMaskingRequired(true);
    assertThat(did(tx -> tx.goldens().update(changed))).isTrue();
    Golden read = in(tx -> tx.goldens().find(orgId, golden.id())).orElseThrow();
    assertThat(read)
        .isEqualTo(
            new Golden(
                golden.id(),
                orgId,
                "shop",
                Substrate.POSTGRES,
                ShareScope.ORG,
                GoldenState.ACTIVE,
                true,
                true,
                null,
                T0,
                1));

    assertThat(did(tx -> tx.goldens().update(golden.deletionRequested()))).isFalse();
    assertThat(one(tx -> tx.goldens().find(orgId, golden.id()))).contains(read);
    assertThat(did(tx -> tx.goldens().update(golden("unknown", T0)))).isFalse();
  }

  @Test
  void of_those_that_update_one_revision_at_once_one_succeeds() throws Exception {
    Golden golden = golden("shop", T0);
    store().useTransaction(tx -> tx.goldens().insert(golden));
    List<Boolean> updated =
        race(RACERS, () -> in(tx -> tx.goldens().update(golden.shared(ShareScope.ORG))));
    assertThat(updated).containsOnlyOnce(true);
  }

  @Test
  void deleting_a_golden_deletes_its_versions_and_nothing_else() {
    Golden golden = golden("shop", T0);
    Golden other = golden("other", T0);
    store()
        .useTransaction(
            tx -> {
              tx.goldens().insert(golden);
              tx.goldens().insert(other);
              tx.goldens().insertVersion(reserved(golden, 1));
              tx.goldens().insertVersion(reserved(other, 1));
            });

    store().useTransaction(tx -> tx.goldens().delete(UUID.randomUUID(), other.id()));
    store().useTransaction(tx -> tx.goldens().delete(orgId, golden.id()));
    store().useTransaction(tx -> tx.goldens().delete(orgId, golden.id()));

    assertThat(one(tx -> tx.goldens().find(orgId, golden.id()))).isEmpty();
    assertThat(rows(tx -> tx.goldens().versions(golden.id()))).isEmpty();
    assertThat(rows(tx -> tx.goldens().versions(other.id()))).hasSize(1);
  }

  static GoldenVersion reserved(Golden golden, int number) {
    return GoldenVersion.reserved(golden.id(), number, "", UUID.randomUUID(), T0);
  }
}
