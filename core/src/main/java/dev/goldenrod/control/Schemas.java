package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Actor;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The schemas of running databases, as statements of their engine. Runs one request of a member at
 * a time, and fails with {@link ErrorCode#SCHEMA_TIMED_OUT} after the timeout. Thread-safe.
 */
public final class Schemas implements AutoCloseable {
  private static final int AT_ONCE = 2;
  private static final int WAITING_OF_EACH = 4;
  private static final int WAITING = 16;

  private static final String NO_SCHEMA =
      "database '%s' is a MongoDB database, which has no SQL schema; compare the validators and indexes of its collections with a client";

  private final ControlContext context;
  private final Duration timeout;
  private final FairQueue queue = new FairQueue("schemas", AT_ONCE, WAITING_OF_EACH, WAITING);

  Schemas(ControlContext context, Duration timeout) {
    this.context = context;
    this.timeout = timeout;
  }

  /**
   * Returns statements that create the running database's schema, without data.
   *
   * @return fails with {@link ErrorCode#SCHEMA_NOT_AVAILABLE} if the data plane cannot provide it
   * @throws ControlPlaneException with {@link ErrorCode#CONFLICT_BECAUSE} if the queue is full
   */
  public CompletableFuture<String> ddl(Actor actor, String name) {
    Database database = context.read(tx -> requireRunning(tx, actor, name));
    return submit(
        actor,
        () ->
            withWarning(
                database,
                callDataPlane(database, plane -> plane.schemas().ddl(database.id(), timeout))));
  }

  /** Adds a warning to an agent's script, because nothing checks what an agent sends. */
  private String withWarning(Database database, String script) {
    return context
        .read(tx -> tx.clusters().find(database.orgId(), database.clusterId()))
        .filter(cluster -> cluster.kind() == ClusterKind.AGENT)
        .map(cluster -> SchemaScript.withWarning(cluster.name(), script))
        .orElse(script);
  }

  /**
   * Returns statements that turn the schema of the branch's parent into the branch's. They were
   * tried on a copy of the parent, which is removed afterwards; failed or inexpressible changes
   * appear as comments.
   *
   * @return fails with {@link ErrorCode#SCHEMA_NOT_AVAILABLE} if the data plane cannot provide
   *     them, and with {@link ErrorCode#STORAGE_EXHAUSTED} if there is no space for the copy
   * @throws ControlPlaneException with {@link ErrorCode#CONFLICT_BECAUSE} if the queue is full
   */
  public CompletableFuture<String> changes(Actor actor, String branchName) {
    BranchSchemaDiff diff =
        context
            .store()
            .inTransaction(
                tx -> {
                  Database branch = requireRunning(tx, actor, branchName);
                  return new BranchSchemaDiff(Promoter.requireParent(tx, actor, branch), branch);
                });
    return submit(actor, () -> script(diff));
  }

  private String script(BranchSchemaDiff diff) {
    new DatabaseAccess(context).requireSpace(diff.parent().clusterId());
    Orphan copy = diff.copy(context.newId(), context.now(), timeout.multipliedBy(2));
    context.store().useTransaction(tx -> tx.orphans().insert(copy));
    try {
      SchemaScript script =
          new SchemaScript(
              diff.parent().name(),
              diff.branch().name(),
              callDataPlane(diff.branch(), plane -> diff.compare(plane, copy, timeout)));
      return withWarning(diff.branch(), script.text());
    } finally {
      context.store().useTransaction(tx -> tx.orphans().delete(copy.orgId(), copy.id()));
    }
  }

  private static Database requireRunning(Transaction tx, Actor actor, String name) {
    Database database = DatabaseAccess.requirePresent(DatabaseAccess.require(tx, actor, name));
    if (database.phase() != DatabasePhase.RUNNING) {
      throw ControlPlaneException.conflictBecause(
          "database '%s' is %s; its schema can be read only while it is running"
              .formatted(name, database.phase().wireName()));
    }
    if (database.template().type() == DatabaseType.MONGODB) {
      throw ControlPlaneException.of(ErrorCode.SCHEMA_NOT_AVAILABLE, NO_SCHEMA.formatted(name));
    }
    return database;
  }

  private <T> T callDataPlane(Database database, Function<DataPlane, T> work) {
    try {
      return context
          .dataPlanes()
          .call(database.clusterId(), work)
          .orElseThrow(() -> ControlPlaneException.offline(database.clusterId()));
    } catch (DataPlaneException e) {
      throw ControlPlaneException.of(
          ErrorCode.SCHEMA_NOT_AVAILABLE, String.valueOf(e.getMessage()));
    }
  }

  private CompletableFuture<String> submit(Actor actor, Supplier<String> work) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    answer.orTimeout(2 * timeout.toMillis(), TimeUnit.MILLISECONDS);
    if (!queue.submit(actor.userId(), () -> answer(work, answer))) {
      throw ControlPlaneException.conflictBecause(
          "too many schema requests are waiting, at most %d per member and %d in all; try again later"
              .formatted(WAITING_OF_EACH, WAITING));
    }
    return answer.exceptionally(this::refuse);
  }

  /** Does nothing if the request timed out in the queue. */
  private void answer(Supplier<String> work, CompletableFuture<String> answer) {
    if (answer.isDone()) {
      return;
    }
    long begun = System.nanoTime();
    answer.orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    try {
      answer.complete(work.get());
    } catch (Throwable e) {
      boolean late = System.nanoTime() - begun >= timeout.toNanos();
      answer.completeExceptionally(late ? new TimeoutException() : e);
    }
  }

  private String refuse(Throwable failure) {
    if (failure instanceof TimeoutException) {
      throw ControlPlaneException.of(
          ErrorCode.SCHEMA_TIMED_OUT,
          "it or the requests before it took longer than %d s; read the schema with the engine's own tools"
              .formatted(timeout.toSeconds()));
    }
    throw failure instanceof CompletionException wrapped
        ? wrapped
        : new CompletionException(failure);
  }

  @Override
  public void close() {
    queue.close();
  }

  /** A comparison of the schemas of a branch and its parent, which runs on a copy of the parent. */
  private record BranchSchemaDiff(Database parent, Database branch) {
    private static final Duration POLL = Duration.ofMillis(10);

    /** Marks the copy as in use, so that it is deleted, not retained, if this process dies. */
    Orphan copy(UUID id, Instant now, Duration use) {
      return new Orphan(
          id,
          parent.orgId(),
          parent.clusterId(),
          Orphan.Kind.DATABASE,
          id.toString(),
          Orphan.Facts.UNKNOWN,
          "",
          now,
          now.plus(use));
    }

    /**
     * Returns the changes that turn the parent's schema into the branch's.
     *
     * @param copy the {@link #copy} to try them on; removed afterwards
     * @throws DataPlaneException if the data plane fails, or does not answer in time
     */
    SchemaChanges compare(DataPlane plane, Orphan copy, Duration atMost) {
      long deadline = System.nanoTime() + atMost.toNanos();
      UUID trial = copy.id();
      plane
          .databases()
          .ensure(
              DatabaseSpec.of(
                  trial, new Origin.Database(parent.id()), parent.template().config().resources()));
      try {
        awaitReady(plane, trial, deadline);
        return plane.schemas().changes(trial, branch.id(), left(deadline));
      } finally {
        plane.databases().remove(trial);
      }
    }

    private static void awaitReady(DataPlane plane, UUID trial, long deadline) {
      DatabaseObservation seen = plane.databases().observe(trial);
      boolean wasSeen = false;
      while (seen.state() != DatabaseState.READY) {
        boolean isGone = wasSeen && seen.state() == DatabaseState.ABSENT;
        if (isGone || seen.state() == DatabaseState.FAILED || left(deadline).isZero()) {
          throw new DataPlaneException(
              "cannot make a copy of the parent to try the changes on: %s"
                  .formatted(isGone ? "it was removed" : seen.message()));
        }
        pause();
        wasSeen |= seen.state() != DatabaseState.ABSENT;
        seen = plane.databases().observe(trial);
      }
    }

    private static Duration left(long deadline) {
      return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
    }

    private static void pause() {
      try {
        Thread.sleep(POLL.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DataPlaneException("interrupted while waiting for a copy of the parent", e);
      }
    }
  }
}
