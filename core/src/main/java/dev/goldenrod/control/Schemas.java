package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SchemaChanges;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.reconcile.DataPlanes;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** The schemas of running databases, as statements of their engine. Thread-safe. */
public final class Schemas implements AutoCloseable {
  private static final int AT_ONCE = 2;
  private static final int WAITING = 16;
  private static final Duration TRIAL_PATIENCE = Duration.ofSeconds(60);
  private static final Duration TRIAL_POLL = Duration.ofMillis(10);

  private static final String NO_SCHEMA =
      "database '%s' is MongoDB, which has no schema that SQL could tell; compare the validators and indexes of its collections with a client";

  private final ControlContext context;
  private final ExecutorService threads =
      new ThreadPoolExecutor(
          AT_ONCE,
          AT_ONCE,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(WAITING),
          new DaemonThreads("schemas"));

  Schemas(ControlContext context) {
    this.context = context;
  }

  /**
   * The running database's schema as statements that make it anew, without data.
   *
   * @return fails with {@link ErrorCode#SCHEMA_NOT_AVAILABLE} when the engine has none to give
   */
  public CompletableFuture<String> ddl(Actor actor, String name) {
    Database database = context.store().inTransaction(tx -> requireRunning(tx, actor, name));
    return submit(() -> onPlane(database, plane -> plane.schemas().ddl(database.id())));
  }

  /**
   * The statements that turn the schema of the branch's parent into the branch's. They were tried
   * on a copy of the parent, which is gone afterwards; what failed there or cannot be expressed
   * stands in them as a comment.
   *
   * @return fails with {@link ErrorCode#SCHEMA_NOT_AVAILABLE} when the engine has none to give
   */
  public CompletableFuture<String> changes(Actor actor, String branchName) {
    Pair pair =
        context
            .store()
            .inTransaction(
                tx -> {
                  Database branch = requireRunning(tx, actor, branchName);
                  return new Pair(Promoter.requireParent(tx, actor, branch), branch);
                });
    return submit(
        () ->
            new SchemaScript(
                    pair.parent().name(),
                    pair.branch().name(),
                    onPlane(pair.branch(), plane -> compare(plane, pair)))
                .text());
  }

  private record Pair(Database parent, Database branch) {}

  private static Database requireRunning(Transaction tx, Actor actor, String name) {
    Database database = DatabaseAccess.requirePresent(DatabaseAccess.require(tx, actor, name));
    if (database.phase() != DatabasePhase.RUNNING) {
      throw ControlPlaneException.conflictBecause(
          "database '%s' is %s; its schema can be read while it is running"
              .formatted(name, database.phase().wireName()));
    }
    if (database.template().type() == DatabaseType.MONGODB) {
      throw ControlPlaneException.of(ErrorCode.SCHEMA_NOT_AVAILABLE, NO_SCHEMA.formatted(name));
    }
    return database;
  }

  /** No row knows the trial: if this process dies, it is collected as an orphan. */
  private static SchemaChanges compare(DataPlane plane, Pair pair) {
    UUID trial = UUID.randomUUID();
    Database parent = pair.parent();
    plane
        .databases()
        .ensure(
            DatabaseSpec.of(
                trial,
                Database.NAMESPACE,
                new Origin.Database(parent.id()),
                parent.template().config().resources()));
    try {
      awaitReady(plane, trial);
      return plane.schemas().changes(trial, pair.branch().id());
    } finally {
      plane.databases().remove(trial);
    }
  }

  private static void awaitReady(DataPlane plane, UUID trial) {
    long deadline = System.nanoTime() + TRIAL_PATIENCE.toNanos();
    DatabaseObservation seen = plane.databases().observe(trial);
    while (seen.state() != DatabaseState.READY) {
      if (seen.state() == DatabaseState.FAILED || System.nanoTime() - deadline >= 0) {
        throw new DataPlaneException(
            "no copy of the parent to try the changes on: %s".formatted(seen.message()));
      }
      pause();
      seen = plane.databases().observe(trial);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(TRIAL_POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for a copy of the parent", e);
    }
  }

  private <T> T onPlane(Database database, Function<DataPlane, T> work) {
    try {
      return context
          .loop()
          .dataPlanes()
          .call(database.clusterId(), work)
          .orElseThrow(() -> ControlPlaneException.of(ErrorCode.AGENT_OFFLINE, DataPlanes.OFFLINE));
    } catch (DataPlaneException e) {
      throw ControlPlaneException.of(
          ErrorCode.SCHEMA_NOT_AVAILABLE, String.valueOf(e.getMessage()));
    }
  }

  private CompletableFuture<String> submit(Supplier<String> work) {
    try {
      return CompletableFuture.supplyAsync(work, threads);
    } catch (RejectedExecutionException full) {
      throw ControlPlaneException.conflictBecause(
          "%d schemas are being read; try again when they are".formatted(AT_ONCE + WAITING));
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
