package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.SingleUser;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CatalogChecks;
import dev.goldenrod.engine.postgres.imports.ImportServer;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a copied data directory the roles of a golden, and removes all other access. */
final class PhysicalImportPreparation implements StepReport {
  private static final Logger LOG = LoggerFactory.getLogger(PhysicalImportPreparation.class);
  private static final String DATABASES =
      "SELECT datname FROM pg_catalog.pg_database WHERE NOT " + TemplateDatabases.CLOSED;

  private static final String OWN_TABLESPACES =
      "UPDATE pg_catalog.pg_tablespace SET spcowner = '%s'::pg_catalog.regrole, spcacl = NULL"
          .formatted(PostgresLogin.ADMIN);

  private final DataDirectoryContext cluster;

  PhysicalImportPreparation(DataDirectoryContext cluster) {
    this.cluster = cluster;
  }

  /** Prepares the data directory, leaves it cleanly shut down, and returns its description. */
  DatabaseInfo run() {
    try (FreshCluster fresh = FreshCluster.beside(cluster)) {
      // Read before anything of the copy runs as the tools' user.
      SystemCatalogs catalogs = SystemCatalogs.of(fresh);
      SingleUser alone = new SingleUser(cluster);
      String bootstrapRole = alone.bootstrapRole();
      List<String> databases = disarm(alone);
      String database = exposedDatabase(databases);
      prepare(databases, database, bootstrapRole, catalogs, fresh);
      return new DatabaseInfo(
          PostgresEngine.TYPE, cluster.release(), database, PostgresLogin.CLONE_ROLE, Map.of());
    } catch (SQLException e) {
      throw new DataPlaneException(
          "the copy in %s could not be prepared for clones: %s"
              .formatted(cluster.data(), e.getMessage()),
          e);
    }
  }

  @Override
  public void warn(String sentence) {
    LOG.warn("{}: {}", cluster.data(), sentence);
  }

  @Override
  public void progress(Progress progress) {
    LOG.debug("{}", progress);
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  /** Removes what would run in a superuser's session, and returns the databases to prepare. */
  private List<String> disarm(SingleUser alone) throws SQLException {
    alone.makeSuperuser();
    alone.deleteSettingsAndSubscriptions();
    alone.deleteEventTriggers(PostgresLogin.ADMINISTRATION);
    TemplateDatabases.requireUntouched(alone);
    List<String> databases;
    try (ImportServer server = start();
        Connection connection = server.connectAsAdmin(PostgresLogin.ADMINISTRATION)) {
      databases = Sql.texts(connection, DATABASES);
    }
    databases.forEach(alone::deleteEventTriggers);
    return databases;
  }

  private void prepare(
      List<String> databases,
      String exposed,
      String bootstrapRole,
      SystemCatalogs catalogs,
      FreshCluster fresh)
      throws SQLException {
    int major = Integer.parseInt(cluster.release());
    boolean isTemplateUntouched;
    try (ImportServer server = start()) {
      try (Connection connection = server.connectAsAdmin(PostgresLogin.ADMINISTRATION)) {
        catalogs.requireUnchanged(connection, PostgresLogin.ADMINISTRATION);
        new PhysicalImportRoles(connection, major, bootstrapRole).revokeLogins();
        isTemplateUntouched = new TemplateDatabases(connection, this).close();
        Sql.run(connection, OWN_TABLESPACES);
      }
      for (String database : databases) {
        try (Connection connection = server.connectAsAdmin(database)) {
          PhysicalImportDatabase copy =
              new PhysicalImportDatabase(connection, catalogs, fresh, this);
          copy.handOver(database);
          if (database.equals("postgres") && !exposed.equals("postgres")) {
            copy.closeIfEmpty(database);
          }
        }
      }
      if (!isTemplateUntouched) {
        try (Connection connection = server.connectAsAdmin(databases.get(0))) {
          new TemplateDatabases(connection, this).makeAnew();
        }
      }
      try (Connection connection = server.connectAsAdmin(PostgresLogin.ADMINISTRATION)) {
        CatalogChecks.requireKnownRoles(connection);
        server.prepareLogins(connection);
        ImportServer.beginSegment(connection);
      }
    }
  }

  private ImportServer start() {
    return ImportServer.start(cluster, ImportServer.durableSettings());
  }

  private String exposedDatabase(List<String> databases) {
    List<String> own = databases.stream().filter(name -> !name.equals("postgres")).toList();
    if (own.size() == 1) {
      return own.get(0);
    }
    if (!databases.contains("postgres")) {
      throw new DataPlaneException(
          "the registered directory has databases %s, but none named 'postgres'; keep only one, or create 'postgres'"
              .formatted(databases));
    }
    return "postgres";
  }
}
