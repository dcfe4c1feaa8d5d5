package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.ServerRunner;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** Creates a data directory with one empty database, which the client role owns. */
final class BlankDatabase {
  private static final Map<String, String> UNSAFE_BUT_QUICK =
      Map.of("fsync", "off", "synchronous_commit", "off", "full_page_writes", "off");

  private final DataDirectoryContext blank;
  private final DatabaseInfo info;

  BlankDatabase(DataDirectoryContext blank) {
    this.blank = blank;
    this.info =
        new DatabaseInfo(
            PostgresEngine.TYPE, blank.release(), "app", PostgresLogin.CLONE_ROLE, Map.of());
  }

  DatabaseInfo make() {
    PostgresCluster.initialise(blank);
    try (ServerRunner.Running server =
        blank
            .servers()
            .start(info, context -> PostgresEngine.loadingServer(context, UNSAFE_BUT_QUICK))) {
      createDatabase(server.port());
      settle(server.port());
    } catch (SQLException e) {
      throw new DataPlaneException("cannot create an empty database: " + e.getMessage(), e);
    }
    PostgresCluster.sync(blank);
    return info;
  }

  private void createDatabase(int port) throws SQLException {
    try (Connection admin = open(port, PostgresLogin.ADMINISTRATION)) {
      PostgresCluster.createCloneRole(admin, PostgresEngine.major(info));
      PostgresCluster.closeDefaultDatabases(admin);
      try {
        createDatabase(admin, "C.UTF-8");
      } catch (SQLException noSuchLocale) {
        createDatabase(admin, "C");
      }
    }
  }

  private void createDatabase(Connection admin, String locale) throws SQLException {
    Sql.run(
        admin,
        "CREATE DATABASE %s OWNER %s TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE '%3$s' LC_CTYPE '%3$s'"
            .formatted(info.database(), info.user(), locale));
  }

  private void settle(int port) throws SQLException {
    try (Connection admin = open(port, info.database())) {
      Sql.run(admin, "ALTER SCHEMA public OWNER TO " + info.user());
      Sql.run(admin, "VACUUM (FREEZE, ANALYZE)");
      ReplaceableVerifiers.prepare(admin, blank.files());
    }
  }

  private Connection open(int port, String database) throws SQLException {
    return PostgresLogin.openAsAdmin(port, database, PostgresEngine.major(info), blank.files());
  }
}
