package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.VersionStatus;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class StoreContractVersions extends StoreContractPart {
  private Golden golden;

  @BeforeEach
  void insertGolden() {
    golden = golden("shop", T0);
    store().useTransaction(tx -> tx.goldens().insert(golden));
  }

  @Test
  void a_version_is_found_by_its_number() {
    GoldenVersion any =
        new GoldenVersion(
            golden.id(),
            1,
            VersionStatus.READY,
            "pg_dump of Monday",
            "vol-1",
            1L << 40,
            null,
            T0,
            null);
    GoldenVersion held =
        version(2)
            .built("vol-2", 7)
            .maskedBy(new GoldenVersion.Masking(4, "{\"signature\":\"…\"}"));
    store().useTransaction(tx -> tx.goldens().insertVersion(any));
    store().useTransaction(tx -> tx.goldens().insertVersion(held));

    assertThat(one(tx -> tx.goldens().findVersion(golden.id(), 1))).contains(any);
    assertThat(one(tx -> tx.goldens().findVersion(golden.id(), 2))).contains(held);
    assertThat(one(tx -> tx.goldens().findVersion(golden.id(), 3))).isEmpty();
    assertThat(one(tx -> tx.goldens().findVersion(UUID.randomUUID(), 1))).isEmpty();
  }

  @Test
  void a_number_is_taken_once_in_a_golden_that_exists() {
    store().useTransaction(tx -> tx.goldens().insertVersion(version(1)));
    assertConflict(tx -> tx.goldens().insertVersion(version(1)));
    assertConflict(
        tx ->
            tx.goldens()
                .insertVersion(
                    GoldenVersion.reserved(UUID.randomUUID(), 1, "", UUID.randomUUID(), T0)));
  }

  @Test
  void the_latest_ready_version_has_the_highest_number_of_the_ready_ones() {
    store()
        .useTransaction(
            tx -> {
              tx.goldens().insertVersion(version(10).becameReady());
              tx.goldens().insertVersion(version(9).becameReady());
              tx.goldens().insertVersion(version(11));
            });
    assertThat(one(tx -> tx.goldens().latestReady(golden.id())))
        .map(GoldenVersion::number)
        .contains(10);
    assertThat(one(tx -> tx.goldens().latestReady(UUID.randomUUID()))).isEmpty();
  }

  @Test
  void versions_are_listed_by_number_reserved_ones_included() {
    store()
        .useTransaction(
            tx -> {
              tx.goldens().insertVersion(version(10));
              tx.goldens().insertVersion(version(2).becameReady());
              tx.goldens().insertVersion(version(1));
            });
    assertThat(rows(tx -> tx.goldens().versions(golden.id())))
        .extracting(GoldenVersion::number)
        .containsExactly(1, 2, 10);
  }

  @Test
  void an_update_replaces_the_version_and_no_other() {
    GoldenVersion untouched = version(2);
    store().useTransaction(tx -> tx.goldens().insertVersion(version(1)));
    store().useTransaction(tx -> tx.goldens().insertVersion(untouched));
    GoldenVersion ready =
        new GoldenVersion(
            golden.id(),
            1,
            VersionStatus.READY,
            "src",
            "vol",
            42,
            UUID.randomUUID(),
            at(1),
            new GoldenVersion.Masking(5, "{}"));

    store().useTransaction(tx -> tx.goldens().updateVersion(ready));
    store().useTransaction(tx -> tx.goldens().updateVersion(version(7)));

    assertThat(rows(tx -> tx.goldens().versions(golden.id()))).containsExactly(ready, untouched);
  }

  @Test
  void a_deleted_version_gives_its_number_back() {
    store().useTransaction(tx -> tx.goldens().insertVersion(version(1)));
    store().useTransaction(tx -> tx.goldens().insertVersion(version(2)));
    store().useTransaction(tx -> tx.goldens().deleteVersion(golden.id(), 2));
    store().useTransaction(tx -> tx.goldens().deleteVersion(golden.id(), 2));
    assertThat(rows(tx -> tx.goldens().versions(golden.id()))).hasSize(1);

    store().useTransaction(tx -> tx.goldens().insertVersion(version(2)));
    assertThat(rows(tx -> tx.goldens().versions(golden.id()))).hasSize(2);
  }

  private GoldenVersion version(int number) {
    return StoreContractGoldens.reserved(golden, number);
  }
}
