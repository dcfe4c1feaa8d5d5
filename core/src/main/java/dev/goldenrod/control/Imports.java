package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.imports.ImportHistory;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.WorkKind;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceKind;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The jobs that build goldens from sources. Operators only. */
public final class Imports {
  private final ControlContext context;
  private final Goldens goldens;
  private final ClusterSelection clusters;
  private final KeyedCommands<ImportJob> keyed;

  /**
   * An import to start.
   *
   * @param golden the golden to add a version to; created if it does not exist
   * @param pgMajor the major version required of the source; null for any
   * @param cluster the name or id of the cluster to run in; empty for the source's, or the first
   *     one online if the source names none
   */
  public record Start(UUID sourceId, String golden, @Nullable Integer pgMajor, String cluster) {
    public Start {
      Objects.requireNonNull(sourceId);
      Golden.requireName("golden", golden);
      if (pgMajor != null && pgMajor < ImportSpec.OLDEST_MAJOR) {
        throw ControlPlaneException.invalid(
            "pg_major", pgMajor + " is below " + ImportSpec.OLDEST_MAJOR);
      }
    }

    public Start(UUID sourceId, String golden, @Nullable Integer pgMajor) {
      this(sourceId, golden, pgMajor, "");
    }
  }

  Imports(ControlContext context, Goldens goldens) {
    this.context = context;
    this.goldens = goldens;
    this.clusters = new ClusterSelection(context);
    this.keyed = context.keyed(ImportJob::id, this::find);
  }

  /** Accepts an import, and reserves the number of the version to register. */
  public ImportJob start(Actor actor, Start command) {
    return start(actor, command, Idempotency.none());
  }

  /** Like {@link #start(Actor, Start)}, once per idempotency key. */
  public ImportJob start(Actor actor, Start command, Idempotency<ImportJob> idempotency) {
    actor.requireOperator();
    return keyed.once(
        actor,
        idempotency,
        command,
        key -> enqueued(context.change(actor, key, tx -> start(tx, actor, command))));
  }

  private ImportJob enqueued(ImportJob job) {
    context.loop().enqueue(job.id());
    return job;
  }

  private ImportJob start(Transaction tx, Actor actor, Start command) {
    Source source =
        tx.sources()
            .lock(actor.orgId(), command.sourceId())
            .orElseThrow(() -> ControlPlaneException.notFound("source", command.sourceId()));
    if (source.kind() != SourceKind.RDS) {
      throw ControlPlaneException.invalid(
          "source_id", "names a source of kind s3, which cannot be imported; use rds");
    }
    SourceConfig.connection(source);
    Cluster cluster =
        clusters.select(
            tx, actor, command.cluster().isEmpty() ? source.cluster() : command.cluster());
    Golden golden = goldens.findOrCreate(tx, actor, command.golden(), Substrate.POSTGRES);
    requireNoneRunning(tx, golden);
    Integer rules = context.maskingPolicy().rulesVersion(tx, source, golden).orElse(null);
    ImportJob job = reserve(tx, command, golden, cluster, rules);
    context.audit(tx, actor, "import.started", "import", job.id(), auditMetadata(job, source));
    return job;
  }

  private static Map<String, @Nullable Object> auditMetadata(ImportJob job, Source source) {
    Map<String, @Nullable Object> metadata = new LinkedHashMap<>();
    metadata.put("golden", job.golden());
    metadata.put("version", job.version());
    metadata.put("source", source.id().toString());
    if (job.isMasked()) {
      metadata.put("masking_rules", job.maskingVersion());
    }
    return metadata;
  }

  private static void requireNoneRunning(Transaction tx, Golden golden) {
    tx.imports().ofGolden(golden.orgId(), golden.id()).stream()
        .filter(job -> !job.phase().isTerminal())
        .findFirst()
        .ifPresent(
            job -> {
              throw ControlPlaneException.conflict(
                  "import %s of golden '%s' is in phase %s; wait until it ends, or cancel it"
                      .formatted(job.id(), golden.name(), job.phase().wireName()));
            });
  }

  private ImportJob reserve(
      Transaction tx, Start command, Golden golden, Cluster cluster, @Nullable Integer rules) {
    int version = Goldens.nextVersion(tx, golden);
    Integer major = command.pgMajor();
    Instant now = context.now();
    ImportJob job =
        new ImportJob(
            context.newId(),
            golden.orgId(),
            command.sourceId(),
            golden.id(),
            golden.name(),
            version,
            cluster.id(),
            ImportStatus.of(ImportPhase.PENDING),
            0,
            major == null ? 0 : major,
            now,
            null,
            null,
            ImportHistory.accepted(now),
            rules,
            0);
    String sourceRef = sourceRef(job.id());
    tx.goldens()
        .insertVersion(GoldenVersion.reserved(golden.id(), version, sourceRef, cluster.id(), now));
    tx.imports().insert(job);
    context.schedule(tx, WorkKind.IMPORT, job.orgId(), job.id(), cluster.id());
    return job;
  }

  /**
   * Cancels the job; idempotent. It ends as Failed with the message {@code cancelled by} and the
   * actor's address. The loop stops it, removes what it created, and releases the version number,
   * also after a restart.
   *
   * @throws ControlPlaneException with {@link dev.goldenrod.ErrorCode#CONFLICT} if it has ended
   */
  public ImportJob cancel(Actor actor, UUID id) {
    return cancel(actor, id, Idempotency.none());
  }

  /** Like {@link #cancel(Actor, UUID)}, once per idempotency key. */
  public ImportJob cancel(Actor actor, UUID id, Idempotency<ImportJob> idempotency) {
    actor.requireOperator();
    return keyed.once(
        actor,
        idempotency,
        List.of("cancel", id),
        key -> enqueued(context.change(actor, key, tx -> cancel(tx, actor, id))));
  }

  private ImportJob cancel(Transaction tx, Actor actor, UUID id) {
    ImportJob job = lock(tx, actor, id);
    if (job.phase().isTerminal()) {
      throw ControlPlaneException.conflict(
          "import %s has ended in phase %s; a version that it built is deleted with its golden"
              .formatted(id, job.phase().wireName()));
    }
    if (job.isCancelled()) {
      return job;
    }
    ImportJob cancelled = job.cancelled(ControlContext.requireActive(tx, actor).email());
    tx.imports().update(cancelled);
    context.schedule(tx, WorkKind.IMPORT, job.orgId(), id, job.clusterId());
    context.audit(
        tx,
        actor,
        "import.cancelled",
        "import",
        id,
        Map.of("golden", job.golden(), "version", job.version()));
    return require(tx, actor, id);
  }

  /** Returns all jobs of the organization, newest first. */
  public List<ImportJob> list(Actor actor) {
    actor.requireOperator();
    return context.read(tx -> tx.imports().list(actor.orgId()));
  }

  /**
   * Returns the newest jobs first.
   *
   * @param limit 1 to 1000
   * @param before only jobs older than this one, which must still exist; null for the newest
   */
  public List<ImportJob> list(Actor actor, int limit, @Nullable UUID before) {
    return list(actor, new PageRequest(limit, before, null)).rows();
  }

  /** Returns a page of the jobs, newest first. */
  public Page<ImportJob> list(Actor actor, PageRequest page) {
    actor.requireOperator();
    return context.read(tx -> page.read("imports", actor.orgId(), tx.imports(), ImportJob::id));
  }

  /** Returns the jobs that build or built versions of the golden, oldest first. */
  public List<ImportJob> ofGolden(Actor actor, UUID goldenId) {
    actor.requireOperator();
    return context.read(tx -> tx.imports().ofGolden(actor.orgId(), goldenId));
  }

  /** Returns the {@code sourceRef} of the version that the job builds. */
  static String sourceRef(UUID job) {
    return "import/" + job;
  }

  /** Returns the jobs that read from the source and have not ended, oldest first. */
  public List<ImportJob> runningOfSource(Actor actor, UUID sourceId) {
    actor.requireOperator();
    return context.read(tx -> tx.imports().runningOfSource(actor.orgId(), sourceId));
  }

  public ImportJob find(Actor actor, UUID id) {
    actor.requireOperator();
    return context.read(tx -> require(tx, actor, id));
  }

  /** Returns the job once it has ended, or as it is at the timeout. */
  public CompletableFuture<ImportJob> awaitSettled(Actor actor, UUID id, Duration atMost) {
    return context
        .loop()
        .changeNotifier()
        .await(id, () -> find(actor, id), job -> job.phase().isTerminal(), atMost);
  }

  /**
   * Blocks until the job has succeeded, and returns it.
   *
   * @throws dev.goldenrod.AwaitFailedException if it failed, or at the timeout
   */
  public ImportJob awaitSucceeded(Actor actor, UUID id, Duration atMost) {
    return new ResourceWaiter(context).awaitSucceeded(id, () -> find(actor, id), atMost);
  }

  /** Deletes the record of a job that has ended. The version that it built is kept. */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireOperator();
    context.delete(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    ImportJob job = lock(tx, actor, id);
    if (!job.phase().isTerminal()) {
      throw ControlPlaneException.conflict(
          "import %s is in phase %s; wait until it ends, or cancel it"
              .formatted(id, job.phase().wireName()));
    }
    context.audit(tx, actor, "import.forgotten", "import", id, Map.of("golden", job.golden()));
    tx.imports().delete(actor.orgId(), id);
    return List.of();
  }

  private static ImportJob lock(Transaction tx, Actor actor, UUID id) {
    return tx.imports()
        .lock(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("import", id));
  }

  private static ImportJob require(Transaction tx, Actor actor, UUID id) {
    return tx.imports()
        .find(actor.orgId(), id)
        .orElseThrow(() -> ControlPlaneException.notFound("import", id));
  }
}
