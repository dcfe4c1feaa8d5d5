package dev.goldenrod.dataplane.k8s.schema;

import dev.goldenrod.dataplane.k8s.database.KubernetesDatabases;
import dev.goldenrod.dataplane.k8s.server.DatabaseConnection;
import dev.goldenrod.dataplane.schema.LiveSchemas;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Schemas of databases, read by tools in the databases' own pods. Thread-safe. */
public final class KubernetesSchemas extends LiveSchemas {
  private final KubernetesDatabases databases;

  public KubernetesSchemas(KubernetesDatabases databases) {
    this.databases = databases;
  }

  @Override
  protected <T> T with(UUID id, Deadline deadline, Function<LiveSchema, T> work) {
    try (DatabaseConnection database = databases.connect(id)) {
      return work.apply(
          database
              .engineServer()
              .schema(
                  database.tunnel().port(),
                  database.password(),
                  database.pod().tools(deadline::isOver),
                  UnaryOperator.identity(),
                  deadline));
    }
  }
}
