package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.Source;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class StoreContractMasking extends StoreContractPart {
  private Source source;

  @BeforeEach
  void insertSource() {
    source = source(T0);
    store().useTransaction(tx -> tx.sources().insert(source));
  }

  @Test
  void rules_are_found_by_their_version_in_their_organisation() {
    MaskingRuleSet first = rules(1, "version: 1\ntables: {}\n");
    MaskingRuleSet second = rules(2, "version: 1 # größer\n".repeat(10_000));
    insert(first);
    insert(second);

    assertThat(one(tx -> tx.maskingRules().find(orgId, source.id(), 1))).contains(first);
    assertThat(one(tx -> tx.maskingRules().latest(orgId, source.id()))).contains(second);
    assertThat(rows(tx -> tx.maskingRules().versions(orgId, source.id())))
        .containsExactly(header(second), header(first));
    assertThat(one(tx -> tx.maskingRules().find(orgId, source.id(), 3))).isEmpty();
    UUID other = UUID.randomUUID();
    assertThat(one(tx -> tx.maskingRules().find(other, source.id(), 1))).isEmpty();
    assertThat(one(tx -> tx.maskingRules().latest(other, source.id()))).isEmpty();
    assertThat(rows(tx -> tx.maskingRules().versions(other, source.id()))).isEmpty();
  }

  @Test
  void a_version_of_rules_is_taken_once_in_a_source_that_exists() {
    insert(rules(1, "a"));

    assertConflict(tx -> tx.maskingRules().insert(rules(1, "b")));
    assertConflict(
        tx ->
            tx.maskingRules()
                .insert(new MaskingRuleSet(orgId, UUID.randomUUID(), 1, "a", "ann@x", T0)));
  }

  @Test
  void deleting_a_source_deletes_its_rules_alone() {
    Source other = source(T0);
    MaskingRuleSet kept = new MaskingRuleSet(orgId, other.id(), 1, "a", "ann@x", T0);
    store().useTransaction(tx -> tx.sources().insert(other));
    insert(rules(1, "a"));
    insert(kept);

    store().useTransaction(tx -> tx.sources().delete(orgId, source.id()));

    assertThat(one(tx -> tx.maskingRules().latest(orgId, source.id()))).isEmpty();
    assertThat(one(tx -> tx.maskingRules().latest(orgId, other.id()))).contains(kept);
  }

  @Test
  void a_job_keeps_the_version_of_its_rules() {
    ImportJob job =
        new ImportJob(
            UUID.randomUUID(),
            orgId,
            source.id(),
            UUID.randomUUID(),
            "shop",
            1,
            UUID.randomUUID(),
            ImportStatus.of(ImportPhase.PENDING),
            0,
            0,
            T0,
            null,
            null,
            ImportHistory.UNKNOWN,
            7,
            0);
    store().useTransaction(tx -> tx.imports().insert(job));

    store().useTransaction(tx -> tx.imports().update(job.advanced(at(1))));

    assertThat(one(tx -> tx.imports().find(orgId, job.id())))
        .map(ImportJob::maskingVersion)
        .contains(7);
  }

  private MaskingRuleSet rules(int version, String text) {
    return new MaskingRuleSet(orgId, source.id(), version, text, "ann@example.com", at(version));
  }

  private void insert(MaskingRuleSet rules) {
    store().useTransaction(tx -> tx.maskingRules().insert(rules));
  }

  private static MaskingRuleSet.Header header(MaskingRuleSet rules) {
    return new MaskingRuleSet.Header(rules.version(), rules.createdBy(), rules.createdAt());
  }
}
