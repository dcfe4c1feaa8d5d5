package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Creates PostgreSQL data directories. */
public final class PostgresCluster {
  private static final int FIRST_WITH_CHECKPOINT = 15;

  private PostgresCluster() {}

  /** Creates an empty data directory whose superuser has a password of its own. */
  public static void initialise(DataDirectoryContext cluster) {
    initdb(cluster);
    new SingleUser(cluster).makeSuperuser();
  }

  /** Creates an empty data directory that refuses all logins. */
  public static void initdb(DataDirectoryContext cluster) {
    List<String> output = new ArrayList<>();
    int exitCode = cluster.tools().run("initdb.log", command(cluster), Map.of(), output::add);
    if (exitCode != 0) {
      throw new DataPlaneException(
          "initdb %s could not create a cluster in %s: %s"
              .formatted(cluster.release(), cluster.data(), String.join("\n", output)));
    }
  }

  /**
   * Writes the file system of a data directory to disk after its server ran without fsync.
   * Thousands of files take seconds one by one.
   */
  public static void sync(DataDirectoryContext cluster) {
    List<String> command = List.of("sync", "-f", cluster.data().toString());
    if (cluster.tools().run("sync.log", command, Map.of(), line -> {}) != 0) {
      throw new DataPlaneException(
          "the loaded files in %s could not be written to disk; see %s"
              .formatted(cluster.data(), cluster.tools().file("sync.log")));
    }
  }

  /** Creates or resets the client role of clones, with its privileges outside of databases. */
  public static void createCloneRole(Connection connection, int major) throws SQLException {
    boolean exists = hasRole(connection, PostgresLogin.CLONE_ROLE);
    Sql.run(
        connection,
        """
        %s ROLE %s LOGIN INHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
          VALID UNTIL 'infinity' CONNECTION LIMIT -1 PASSWORD NULL
        """
            .formatted(exists ? "ALTER" : "CREATE", PostgresLogin.CLONE_ROLE));
    Sql.run(connection, "GRANT pg_monitor, pg_signal_backend TO " + PostgresLogin.CLONE_ROLE);
    if (major >= FIRST_WITH_CHECKPOINT) {
      Sql.run(connection, "GRANT pg_checkpoint TO " + PostgresLogin.CLONE_ROLE);
    }
  }

  /**
   * Revokes access to the databases of {@code initdb}. From another database, the clones' role
   * could drop its own, and the superuser works in {@code template1}, where no code of others may
   * be.
   */
  public static void closeDefaultDatabases(Connection connection) throws SQLException {
    Sql.run(connection, "REVOKE ALL ON DATABASE template1, postgres FROM PUBLIC");
  }

  static boolean hasRole(Connection connection, String name) throws SQLException {
    return Sql.number(
            connection, "SELECT count(*) FROM pg_catalog.pg_roles WHERE rolname = ?", name)
        > 0;
  }

  private static List<String> command(DataDirectoryContext cluster) {
    // Encoding and locale are set for each database that is created later.
    return List.of(
        cluster.program().apply("initdb"),
        "--pgdata=" + cluster.data(),
        "--username=" + PostgresLogin.ADMIN,
        "--auth=reject",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync");
  }
}
