package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.schema.LiveSchemas;
import dev.goldenrod.engine.EngineServer;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseState;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Schemas of databases, read by tools in their own pods. Thread-safe. */
final class KubernetesSchemas extends LiveSchemas {
  private final KubernetesDatabases databases;
  private final DatabaseServers servers;
  private final Function<String, EnginePod> pods;

  KubernetesSchemas(
      KubernetesDatabases databases, DatabaseServers servers, Function<String, EnginePod> pods) {
    this.databases = databases;
    this.servers = servers;
    this.pods = pods;
  }

  @Override
  protected <T> T with(UUID id, Deadline deadline, Function<LiveSchema, T> work) {
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
}
