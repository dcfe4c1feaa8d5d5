package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.Preparation;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What every data directory of PostgreSQL begins with that Goldenrod makes. */
public final class PostgresCluster {
  private static final int FIRST_WITH_CHECKPOINT = 15;

  private PostgresCluster() {}

  /**
   * Makes an empty data directory whose superuser has a password of its own.
   *
   * @throws DataPlaneException when a tool fails; the message has what it says
   */
  public static void initialise(Preparation cluster) {
    initdb(cluster);
    new SingleUser(cluster).makeSuperuser();
  }

  /**
   * Makes an empty data directory to which nobody can log in.
   *
   * @throws DataPlaneException when {@code initdb} fails; the message has what it prints
   */
  public static void initdb(Preparation cluster) {
    List<String> output = new ArrayList<>();
    int exitCode = cluster.tools().run("initdb.log", command(cluster), Map.of(), output::add);
    if (exitCode != 0) {
      throw new DataPlaneException(
          "initdb %s could not make a cluster in %s: %s"
              .formatted(cluster.release(), cluster.data(), String.join("\n", output)));
    }
  }

  /** Writes all of the data directory to the disk, whose server did not wait for that. */
  public static void sync(Preparation cluster) {
    List<String> command =
        List.of(cluster.program().apply("initdb"), "--pgdata=" + cluster.data(), "--sync-only");
    if (cluster.tools().run("sync.log", command, Map.of(), line -> {}) != 0) {
      throw new DataPlaneException(
          "the loaded files in %s could not be written to disk; see %s"
              .formatted(cluster.data(), cluster.tools().file("sync.log")));
    }
  }

  /** Creates the role that clones give out, unless it exists, with what it may do anywhere. */
  public static void createCloneRole(Connection connection, int major) throws SQLException {
    boolean exists =
        Sql.number(
                connection,
                "SELECT count(*) FROM pg_catalog.pg_roles WHERE rolname = ?",
                AdminRole.CLONE_ROLE)
            > 0;
    Sql.run(
        connection,
        """
        %s ROLE %s LOGIN INHERIT NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
          VALID UNTIL 'infinity' CONNECTION LIMIT -1 PASSWORD NULL
        """
            .formatted(exists ? "ALTER" : "CREATE", AdminRole.CLONE_ROLE));
    Sql.run(connection, "GRANT pg_monitor, pg_signal_backend TO " + AdminRole.CLONE_ROLE);
    if (major >= FIRST_WITH_CHECKPOINT) {
      Sql.run(connection, "GRANT pg_checkpoint TO " + AdminRole.CLONE_ROLE);
    }
  }

  private static List<String> command(Preparation cluster) {
    // The encoding and locale that count are those of the databases that are created.
    return List.of(
        cluster.program().apply("initdb"),
        "--pgdata=" + cluster.data(),
        "--username=" + AdminRole.NAME,
        "--auth=reject",
        "--encoding=UTF8",
        "--locale=C",
        "--no-sync");
  }
}
