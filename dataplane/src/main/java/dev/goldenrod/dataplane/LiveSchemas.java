package dev.goldenrod.dataplane;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.SchemaComparison;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.SchemaChanges;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

/** Reads and compares the schemas of running databases within time limits. Thread-safe. */
public abstract class LiveSchemas implements DatabaseSchemas, AutoCloseable {
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, new DaemonThreads("schema-timer"));

  /**
   * Runs the work on the schema of a database, which has to be running.
   *
   * @param deadline ends the tools and sessions that read the schema
   * @throws dev.goldenrod.port.DataPlaneException if the schema cannot be read
   */
  protected abstract <T> T with(UUID id, Deadline deadline, Function<LiveSchema, T> work);

  @Override
  public final String ddl(UUID id, Duration atMost) {
    try (Deadline deadline = new Deadline(atMost, timer)) {
      return with(id, deadline, LiveSchema::ddl);
    }
  }

  @Override
  public final SchemaChanges changes(UUID trial, UUID target, Duration atMost) {
    try (Deadline deadline = new Deadline(atMost, timer)) {
      return with(
          trial,
          deadline,
          from -> with(target, deadline, to -> SchemaComparison.of(from, to, deadline)));
    }
  }

  /** Ends all calls that are in progress. */
  @Override
  public final void close() {
    timer.shutdownNow().forEach(Runnable::run);
  }
}
