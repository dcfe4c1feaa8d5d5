package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.source.Source;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

abstract class StoreContractImports extends StoreContractPart {
  private final UUID goldenId = UUID.randomUUID();
  private Source source;

  @BeforeEach
  void insertSource() {
    source = source(T0);
    store().useTransaction(tx -> tx.sources().insert(source));
  }

  @Test
  void a_source_is_found_in_its_organisation() {
    assertThat(one(tx -> tx.sources().find(orgId, source.id()))).contains(source);
    assertThat(one(tx -> tx.sources().find(UUID.randomUUID(), source.id()))).isEmpty();
    assertConflict(tx -> tx.sources().insert(source));
  }

  @Test
  void sources_are_listed_oldest_first() {
    Source third = source(at(1));
    Source second = source(at(1).minusMillis(1));
    Source fourth = source(at(1));
    store()
        .useTransaction(
            tx -> {
              tx.sources().insert(third);
              tx.sources().insert(second);
              tx.sources().insert(fourth);
            });
    assertThat(rows(tx -> tx.sources().list(orgId))).containsExactly(source, second, third, fourth);
  }

  @Test
  void deleting_a_source_leaves_its_imports_without_it() {
    ImportJob job = job(source.id(), goldenId, T0);
    Source other = source(T0);
    store().useTransaction(tx -> tx.imports().insert(job));
    store().useTransaction(tx -> tx.sources().insert(other));

    store().useTransaction(tx -> tx.sources().delete(UUID.randomUUID(), other.id()));
    store().useTransaction(tx -> tx.sources().delete(orgId, source.id()));
    store().useTransaction(tx -> tx.sources().delete(orgId, source.id()));

    assertThat(rows(tx -> tx.sources().list(orgId))).containsExactly(other);
    ImportJob left = in(tx -> tx.imports().find(orgId, job.id())).orElseThrow();
    assertThat(left.sourceId()).isNull();
    assertThat(left).usingRecursiveComparison().ignoringFields("sourceId").isEqualTo(job);
  }

  @Test
  void a_job_survives_with_all_it_knows() {
    ImportJob plain = job(null, goldenId, T0);
    ImportStatus status =
        new ImportStatus(
            ImportPhase.FAILED,
            "disk is full",
            new Progress(3, 1L << 40, "bytes"),
            List.of("role 'x' skipped", "é, \"quoted\""));
    ImportJob full =
        new ImportJob(
            UUID.randomUUID(),
            orgId,
            source.id(),
            goldenId,
            "shop",
            7,
            UUID.randomUUID(),
            status,
            1L << 41,
            17,
            T0,
            at(3),
            "ada@example.com",
            ImportHistory.accepted(T0),
            3,
            5);
    store().useTransaction(tx -> tx.imports().insert(plain));
    store().useTransaction(tx -> tx.imports().insert(full));

    assertThat(one(tx -> tx.imports().find(orgId, plain.id()))).contains(plain);
    assertThat(one(tx -> tx.imports().find(orgId, full.id()))).contains(full);
    assertThat(one(tx -> tx.imports().find(UUID.randomUUID(), full.id()))).isEmpty();
  }

  @Test
  void a_job_has_an_id_of_its_own_and_a_source_that_exists() {
    ImportJob job = job(source.id(), goldenId, T0);
    store().useTransaction(tx -> tx.imports().insert(job));
    assertConflict(tx -> tx.imports().insert(job));
    assertConflict(tx -> tx.imports().insert(job(UUID.randomUUID(), goldenId, T0)));
  }

  @Test
  void jobs_are_listed_newest_first_and_oldest_first_by_golden() {
    ImportJob second = job(null, goldenId, at(1));
    ImportJob first = job(null, goldenId, T0);
    ImportJob third = job(null, goldenId, at(1));
    ImportJob others = job(null, UUID.randomUUID(), at(2));
    store()
        .useTransaction(
            tx -> {
              tx.imports().insert(second);
              tx.imports().insert(first);
              tx.imports().insert(third);
              tx.imports().insert(others);
            });
    assertThat(rows(tx -> tx.imports().list(orgId))).containsExactly(others, third, second, first);
    assertThat(rows(tx -> tx.imports().ofGolden(orgId, goldenId)))
        .containsExactly(first, second, third);
    assertThat(rows(tx -> tx.imports().ofGolden(UUID.randomUUID(), goldenId))).isEmpty();
  }

  @Test
  void running_jobs_of_a_source_are_those_in_no_last_phase() {
    store()
        .useTransaction(
            tx -> {
              for (ImportPhase phase : ImportPhase.values()) {
                tx.imports().insert(inPhase(phase));
              }
              tx.imports().insert(job(null, goldenId, T0));
            });
    assertThat(rows(tx -> tx.imports().runningOfSource(orgId, source.id())))
        .extracting(ImportJob::phase)
        .containsExactly(
            ImportPhase.PENDING,
            ImportPhase.PROBING,
            ImportPhase.PROVISIONING,
            ImportPhase.IMPORTING,
            ImportPhase.SNAPSHOTTING,
            ImportPhase.REGISTERING,
            ImportPhase.CLEANING);
    assertThat(rows(tx -> tx.imports().runningOfSource(UUID.randomUUID(), source.id()))).isEmpty();
  }

  @Test
  void an_update_against_the_revision_replaces_the_row_and_raises_it() {
    ImportJob job = job(source.id(), goldenId, T0);
    store().useTransaction(tx -> tx.imports().insert(job));
    ImportJob failed = job.failed("no route to host", at(2));

    assertThat(did(tx -> tx.imports().update(failed))).isTrue();
    ImportJob read = in(tx -> tx.imports().find(orgId, job.id())).orElseThrow();
    assertThat(read).usingRecursiveComparison().ignoringFields("revision").isEqualTo(failed);
    assertThat(read.revision()).isEqualTo(1);

    assertThat(did(tx -> tx.imports().update(job.advanced(at(3))))).isFalse();
    assertThat(one(tx -> tx.imports().find(orgId, job.id()))).contains(read);
    assertThat(did(tx -> tx.imports().update(job(null, goldenId, T0)))).isFalse();
  }

  @Test
  void a_job_keeps_when_its_phases_began_to_the_millisecond_and_in_which_it_failed() {
    ImportJob job = job(source.id(), goldenId, T0);
    store().useTransaction(tx -> tx.imports().insert(job));
    Instant probing = at(1).plusNanos(2_345_678);

    ImportJob advanced = updated(job.advanced(probing));
    ImportJob provisioning = updated(advanced.advanced(at(2)));
    ImportJob failed = updated(provisioning.failed("no space left", at(4)));

    assertThat(advanced.history().startOf(ImportPhase.PROBING))
        .contains(probing.truncatedTo(ChronoUnit.MILLIS));
    assertThat(advanced.history().failedPhase()).isNull();
    assertThat(failed.history().starts())
        .containsExactly(
            new ImportHistory.Start(ImportPhase.PROBING, probing.truncatedTo(ChronoUnit.MILLIS)),
            new ImportHistory.Start(ImportPhase.PROVISIONING, at(2)));
    assertThat(failed.history().failedPhase()).isEqualTo(ImportPhase.PROVISIONING);
    assertThat(failed.finishedAt()).isEqualTo(at(4));
  }

  private ImportJob updated(ImportJob job) {
    assertThat(did(tx -> tx.imports().update(job))).isTrue();
    return in(tx -> tx.imports().find(orgId, job.id())).orElseThrow();
  }

  @Test
  void a_job_is_deleted_once() {
    ImportJob job = job(source.id(), goldenId, T0);
    store().useTransaction(tx -> tx.imports().insert(job));
    assertThat(did(tx -> tx.imports().delete(UUID.randomUUID(), job.id()))).isFalse();
    assertThat(did(tx -> tx.imports().delete(orgId, job.id()))).isTrue();
    assertThat(did(tx -> tx.imports().delete(orgId, job.id()))).isFalse();
    assertThat(rows(tx -> tx.imports().list(orgId))).isEmpty();
  }

  private ImportJob inPhase(ImportPhase phase) {
    ImportJob job = job(source.id(), goldenId, T0);
    return job.observed(ImportStatus.of(phase));
  }
}
