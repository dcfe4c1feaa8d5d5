package dev.goldenrod.reconcile;

import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.MaskingTools;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Moves an import through its phases; each transition is stored. */
final class ImportReconciler implements Reconciler<ImportReconciler.ReconcileInput> {
  private static final Logger LOG = LoggerFactory.getLogger(ImportReconciler.class);
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final String UNATTESTED =
      "the data plane did not attest that it masked the rows; upgrade it to this server's release";

  private final DataPlane dataPlane;
  private final IdGenerator ids;
  private final Function<Source, SourceConnection> connections;

  /**
   * @param connections returns the connection settings of a source
   */
  ImportReconciler(
      DataPlane dataPlane, IdGenerator ids, Function<Source, SourceConnection> connections) {
    this.dataPlane = dataPlane;
    this.ids = ids;
    this.connections = connections;
  }

  /**
   * An import job with what its reconciliation needs.
   *
   * @param version null when the job failed, so that its version was deleted
   * @param source null once the job ended, or when the source was deleted
   * @param rules the text of the masking rules that the job uses; null for none
   * @param dueAt when it was due; later than now when a change triggered the reconciliation
   */
  record ReconcileInput(
      ImportJob job,
      @Nullable GoldenVersion version,
      @Nullable SourceConnection source,
      @Nullable String rules,
      Instant dueAt) {
    /** Returns whether the job was found to have built a version without an attestation. */
    boolean isUnattested() {
      return job.isMasked()
          && job.phase() == ImportPhase.SNAPSHOTTING
          && version != null
          && !version.handle().isEmpty();
    }
  }

  @Override
  public Optional<ReconcileInput> load(Transaction tx, WorkItem item) {
    return tx.imports()
        .find(item.orgId(), item.resourceId())
        .map(
            job ->
                new ReconcileInput(
                    job,
                    tx.goldens().findVersion(job.goldenId(), job.version()).orElse(null),
                    source(tx, job),
                    rules(tx, job),
                    item.dueAt()));
  }

  private static @Nullable String rules(Transaction tx, ImportJob job) {
    UUID sourceId = job.sourceId();
    Integer version = job.maskingVersion();
    return sourceId == null || version == null || job.phase().isTerminal()
        ? null
        : tx.maskingRules()
            .find(job.orgId(), sourceId, version)
            .map(MaskingRuleSet::rules)
            .orElse(null);
  }

  private @Nullable SourceConnection source(Transaction tx, ImportJob job) {
    UUID sourceId = job.sourceId();
    if (sourceId == null || job.phase().isTerminal()) {
      return null;
    }
    return tx.sources().find(job.orgId(), sourceId).map(connections).orElse(null);
  }

  @Override
  public ReconcileResult reconcile(ReconcileInput input, Instant now) {
    ImportJob job = input.job();
    if (job.isCancelled() && !job.phase().isTerminal()) {
      return discard(input, "cancelled by " + job.cancelledBy(), now);
    }
    if (input.isUnattested()) {
      return discard(input, UNATTESTED, now);
    }
    return switch (job.phase()) {
      case PENDING, REGISTERING -> advance(job.advanced(now), now);
      case SUCCEEDED -> ReconcileResult.finish();
      case FAILED -> cleanUp(job.id(), now);
      default -> runStep(input, now);
    };
  }

  private ReconcileResult runStep(ReconcileInput input, Instant now) {
    ImportJob job = input.job();
    ImportObservation seen = dataPlane.imports().observe(job.id(), job.phase());
    return switch (seen.state()) {
      case ABSENT -> start(input, now);
      case RUNNING -> report(job, seen, now);
      case DONE -> complete(input, seen, now);
      case FAILED -> fail(input, seen, now);
    };
  }

  private ReconcileResult start(ReconcileInput input, Instant now) {
    ImportJob job = input.job();
    SourceConnection source = input.source();
    if (source == null) {
      return fail(job, "the source of import " + job.id() + " is gone", now);
    }
    if (job.isMasked() && dataPlane.masking().isEmpty()) {
      return fail(job, MaskingTools.UNSUPPORTED, now);
    }
    ensure(input, source);
    return ReconcileResult.requeueAt(now.plus(POLL_INTERVAL));
  }

  private void ensure(ReconcileInput input, SourceConnection source) {
    ImportJob job = input.job();
    if (job.isMasked() && input.rules() == null) {
      throw new IllegalStateException("import " + job.id() + " lost its masking rules");
    }
    String release = job.pgMajor() == 0 ? "" : Integer.toString(job.pgMajor());
    dataPlane
        .imports()
        .ensure(
            new ImportSpec(job.id(), job.golden(), job.version(), source, release, input.rules()),
            job.phase());
  }

  private static ReconcileResult report(ImportJob job, ImportObservation seen, Instant now) {
    ImportStatus status = job.status().reported(seen.message(), seen.progress(), seen.warnings());
    if (status.equals(job.status())) {
      return ReconcileResult.requeueAt(now.plus(POLL_INTERVAL));
    }
    return ReconcileResult.write(
        tx -> tx.imports().update(job.observed(status)), now.plus(POLL_INTERVAL));
  }

  private ReconcileResult complete(ReconcileInput input, ImportObservation seen, Instant now) {
    ImportResult result = seen.result();
    ImportJob job = withWarnings(input.job(), seen);
    return switch (job.phase()) {
      case PROBING -> advance(job.probed(Integer.parseInt(result.release())).advanced(now), now);
      case SNAPSHOTTING ->
          job.isMasked() && result.attestation() == null
              ? discard(input, UNATTESTED, now)
              : ReconcileResult.write(
                  tx -> update(tx, job.advanced(now)) && saveVolume(tx, input, result), now);
      case CLEANING -> succeed(input, job, now);
      default -> advance(job.advanced(now), now);
    };
  }

  private static boolean saveVolume(Transaction tx, ReconcileInput input, ImportResult made) {
    tx.goldens()
        .updateVersion(
            requireVersion(input)
                .built(made.handle(), made.sizeBytes())
                .maskedBy(masking(input.job(), made)));
    return true;
  }

  private static GoldenVersion.@Nullable Masking masking(ImportJob job, ImportResult made) {
    Integer rules = job.maskingVersion();
    String attestation = made.attestation();
    return rules == null || attestation == null
        ? null
        : new GoldenVersion.Masking(rules, attestation);
  }

  private static GoldenVersion requireVersion(ReconcileInput input) {
    GoldenVersion version = input.version();
    if (version == null) {
      throw new IllegalStateException("import " + input.job().id() + " lost its version");
    }
    return version;
  }

  private ReconcileResult succeed(ReconcileInput input, ImportJob job, Instant now) {
    GoldenVersion version = requireVersion(input);
    ImportJob succeeded = job.succeeded(version.sizeBytes(), now);
    return withEndEvent(
        succeeded,
        now,
        ReconcileResult.finish(
            tx -> {
              if (!tx.imports().update(succeeded)) {
                return false;
              }
              tx.goldens().updateVersion(version.becameReady());
              PoolReconciler.retry(tx, job.orgId(), job.goldenId(), now);
              audit(tx, succeeded, "import.succeeded", version.handle(), now);
              log(succeeded);
              return true;
            }));
  }

  private ReconcileResult fail(ReconcileInput input, ImportObservation seen, Instant now) {
    ImportJob job = input.job();
    return job.phase() == ImportPhase.CLEANING
        ? retryCleanup(input, seen, now)
        : fail(withWarnings(job, seen), seen.message(), now);
  }

  /** Retries the cleanup. The version is built, and becomes ready when the cleanup is done. */
  private ReconcileResult retryCleanup(ReconcileInput input, ImportObservation seen, Instant now) {
    SourceConnection source = input.source();
    if (source == null || now.isBefore(input.dueAt())) {
      return ReconcileResult.retryLater(input.dueAt());
    }
    LOG.warn("Import {} cannot clean up, will retry: {}", input.job().id(), seen.message());
    ensure(input, source);
    return ReconcileResult.retryLater(now.plus(POLL_INTERVAL));
  }

  private ReconcileResult fail(ImportJob job, String reason, Instant now) {
    ImportJob failed = job.failed(reason, now);
    return withEndEvent(
        failed,
        now,
        ReconcileResult.write(
            tx -> {
              if (!tx.imports().update(failed)) {
                return false;
              }
              tx.goldens().deleteVersion(job.goldenId(), job.version());
              audit(tx, failed, "import.failed", "", now);
              LOG.warn("import {} of golden '{}' failed: {}", job.id(), job.golden(), reason);
              return true;
            },
            now));
  }

  private static ReconcileResult withEndEvent(ImportJob job, Instant now, ReconcileResult result) {
    boolean succeeded = job.phase() == ImportPhase.SUCCEEDED;
    Duration time = Duration.between(job.createdAt(), now);
    return result.withEvent(observer -> observer.importEnded(succeeded, time));
  }

  /**
   * Fails the job only when everything of it is removed, so that its version number is free then.
   */
  private ReconcileResult discard(ReconcileInput input, String reason, Instant now) {
    ImportJob job = input.job();
    if (!dataPlane.imports().remove(job.id())) {
      return ReconcileResult.requeueAt(now.plus(POLL_INTERVAL));
    }
    String handle = requireVersion(input).handle();
    ImportObservation made = dataPlane.imports().observe(job.id(), ImportPhase.SNAPSHOTTING);
    if (handle.isEmpty() && made.state() == StepState.DONE) {
      // Stored first: once its removal has begun, the data plane may not know the handle.
      return ReconcileResult.write(tx -> saveVolume(tx, input, made.result()), now);
    }
    VersionRef version = new VersionRef(job.goldenId(), job.golden(), job.version(), handle);
    return handle.isEmpty() || dataPlane.versions().remove(version)
        ? fail(job, reason, now)
        : ReconcileResult.requeueAt(now.plus(POLL_INTERVAL));
  }

  private ReconcileResult cleanUp(UUID importId, Instant now) {
    return dataPlane.imports().remove(importId)
        ? ReconcileResult.finish()
        : ReconcileResult.requeueAt(now.plus(POLL_INTERVAL));
  }

  @Override
  public ReconcileResult cleanUpDeleted(UUID importId, Instant now) {
    return cleanUp(importId, now);
  }

  private static ReconcileResult advance(ImportJob next, Instant now) {
    return ReconcileResult.write(tx -> update(tx, next), now);
  }

  private static boolean update(Transaction tx, ImportJob next) {
    boolean updated = tx.imports().update(next);
    if (updated) {
      log(next);
    }
    return updated;
  }

  private static void log(ImportJob job) {
    LOG.info(
        "import {} of golden '{}' version {} is {}",
        job.id(),
        job.golden(),
        job.version(),
        job.phase().wireName());
  }

  private void audit(Transaction tx, ImportJob job, String action, String handle, Instant now) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("golden", job.golden());
    metadata.put("version", job.version());
    if (!handle.isEmpty()) {
      metadata.put("handle", handle);
    }
    Reconciler.audit(tx, ids, job.orgId(), action, "import/" + job.id(), metadata, now);
  }

  private static ImportJob withWarnings(ImportJob job, ImportObservation seen) {
    List<String> warnings = job.status().warningsAnd(seen.warnings());
    return job.observed(new ImportStatus(job.phase(), "", null, warnings));
  }
}
