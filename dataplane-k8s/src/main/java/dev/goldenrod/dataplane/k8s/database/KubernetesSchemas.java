package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.LiveSchemas;
import dev.goldenrod.dataplane.k8s.exec.PodTunnel;
import dev.goldenrod.dataplane.k8s.server.DatabaseContext;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.dataplane.k8s.server.DatabaseServers;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Schemas of databases, read by tools in the databases' own pods. Thread-safe. */
final class KubernetesSchemas extends LiveSchemas {
  private final DatabaseContext context;
  private final DatabaseServers servers;
  private final Function<UUID, DatabaseRoot> databases;

  /**
   * @param databases returns a database that clients can use, or throws
   */
  KubernetesSchemas(
      DatabaseContext context, DatabaseServers servers, Function<UUID, DatabaseRoot> databases) {
    this.context = context;
    this.servers = servers;
    this.databases = databases;
  }

  @Override
  protected <T> T with(UUID id, Deadline deadline, Function<LiveSchema, T> work) {
    DatabaseRoot root = databases.apply(id);
    try (PodTunnel tunnel = servers.tunnel(root)) {
      return work.apply(
          servers
              .of(root)
              .schema(
                  tunnel.port(),
                  root.password(),
                  context.pods().apply(root.names().pod()).tools(deadline::isOver),
                  UnaryOperator.identity(),
                  deadline));
    }
  }
}
