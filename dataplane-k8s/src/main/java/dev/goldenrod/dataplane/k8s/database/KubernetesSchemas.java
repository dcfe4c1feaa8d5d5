package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.SchemaComparison;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.SchemaChanges;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Schemas of databases, read by tools in their own pods. Thread-safe. */
final class KubernetesSchemas implements DatabaseSchemas, AutoCloseable {
  private final KubernetesDatabases databases;
  private final DatabaseServers servers;
  private final Function<String, EnginePod> pods;
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, new DaemonThreads("schema-timer"));

  KubernetesSchemas(
      KubernetesDatabases databases, DatabaseServers servers, Function<String, EnginePod> pods) {
    this.databases = databases;
    this.servers = servers;
    this.pods = pods;
  }

  @Override
  public String ddl(UUID id, Duration atMost) {
    try (Deadline deadline = new Deadline(atMost, timer)) {
      return with(id, deadline, LiveSchema::ddl);
    }
  }

  @Override
  public SchemaChanges changes(UUID trial, UUID target, Duration atMost) {
    try (Deadline deadline = new Deadline(atMost, timer)) {
      return with(
          trial,
          deadline,
          from -> with(target, deadline, to -> SchemaComparison.of(from, to, deadline)));
    }
  }

  private <T> T with(UUID id, Deadline deadline, Function<LiveSchema, T> work) {
    if (databases.observe(id).state() != DatabaseState.READY) {
      throw new DataPlaneException("database %s does not run".formatted(id));
    }
    DatabaseRoot root = databases.liveRoot(id);
    EngineServer server = servers.of(root);
    EnginePod pod = pods.apply(root.names().pod());
    try (PodTunnel tunnel = servers.tunnel(root)) {
      return work.apply(
          server.schema(
              tunnel.port(),
              root.password(),
              pod.tools(deadline::isOver),
              UnaryOperator.identity(),
              deadline));
    }
  }

  /** Ends the work that is under way. */
  @Override
  public void close() {
    timer.shutdownNow().forEach(Runnable::run);
  }
}
