package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresInstallation;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.GoldenInfo;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a copied cluster the roles of a golden, and takes every other way in. */
final class PhysicalImportPreparation implements StepReport {
  private static final Logger LOG = LoggerFactory.getLogger(PhysicalImportPreparation.class);
  private static final String TEMPLATE = "template1";
  private static final String DATABASES =
      "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn AND %s";

  private final ImportContext context;
  private final PostgresInstallation home;
  private final PostgresVolume volume;
  private final Staging staging;

  PhysicalImportPreparation(
      ImportContext context, PostgresInstallation home, PostgresVolume volume, Staging staging) {
    this.context = context;
    this.home = home;
    this.volume = volume;
    this.staging = staging;
  }

  /** Does it, and leaves the cluster cleanly shut down. */
  void run() {
    try {
      List<String> databases = disarm();
      prepare(databases);
      String database = exposedDatabase(databases);
      new GoldenInfo(home.major(), database, AdminRole.CLONE_ROLE, Map.of()).write(volume);
    } catch (SQLException e) {
      throw new DataPlaneException(
          "the copy in %s could not be prepared for clones: %s"
              .formatted(volume.data(), e.getMessage()),
          e);
    }
  }

  @Override
  public void warn(String sentence) {
    LOG.warn("{}: {}", volume.root().getFileName(), sentence);
  }

  @Override
  public void progress(Progress progress) {
    LOG.debug("{}", progress);
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  /** Takes out what would run in a superuser's session, and returns the databases with logins. */
  private List<String> disarm() throws SQLException {
    SingleUser alone = new SingleUser(context, home, volume, staging, this);
    alone.makeSuperuser();
    alone.deleteSettings();
    alone.deleteEventTriggers(TEMPLATE);
    List<String> databases;
    try (ImportCluster cluster = start();
        Connection connection = cluster.connectAsAdmin(TEMPLATE)) {
      databases = Sql.texts(connection, DATABASES.formatted("NOT datistemplate"));
    }
    databases.forEach(alone::deleteEventTriggers);
    return databases;
  }

  private void prepare(List<String> databases) throws SQLException {
    try (ImportCluster cluster = start()) {
      try (Connection connection = cluster.connectAsAdmin(TEMPLATE)) {
        new PhysicalImportRoles(connection, home.major()).revokeLogins();
        closeTemplates(connection);
      }
      for (String database : databases) {
        try (Connection connection = cluster.connectAsAdmin(database)) {
          new PhysicalImportDatabase(connection, this).handOver(database);
        }
      }
      try (Connection connection = cluster.connectAsAdmin(TEMPLATE)) {
        RoleCheck.require(connection);
      }
    }
  }

  /** What is in a template stays its old owner's, so that no clone's user gets in there. */
  private static void closeTemplates(Connection connection) throws SQLException {
    for (String template : Sql.texts(connection, DATABASES.formatted("datistemplate"))) {
      Sql.run(
          connection,
          "ALTER DATABASE %s OWNER TO %s".formatted(Sql.name(template), AdminRole.NAME));
    }
    Sql.run(
        connection,
        "UPDATE pg_catalog.pg_database SET datacl = '{%1$s=CTc/%1$s}' WHERE datistemplate"
            .formatted(AdminRole.NAME));
  }

  private ImportCluster start() {
    return ImportCluster.start(
        home, volume, staging.file("server.log"), ImportCluster.quiet(), context, () -> false);
  }

  private String exposedDatabase(List<String> databases) {
    List<String> own = databases.stream().filter(name -> !name.equals("postgres")).toList();
    if (own.size() == 1) {
      return own.get(0);
    }
    if (!databases.contains("postgres")) {
      throw new DataPlaneException(
          "the registered directory has databases %s and none called 'postgres'; leave one, or create 'postgres'"
              .formatted(databases));
    }
    return "postgres";
  }
}
