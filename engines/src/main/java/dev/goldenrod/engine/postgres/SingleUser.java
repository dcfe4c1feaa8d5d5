package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Work in a PostgreSQL cluster that has no logins yet: done by the server alone, without a port.
 */
public final class SingleUser {
  // A database may be called like an option.
  private static final String COMMAND =
      "exec \"$1\" --single -D \"$2\" -c config_file=\"$3\" -- \"$5\" < \"$4\"";

  private static final String TEMPLATE = "template1";

  /**
   * Names no function, and no operator that the data directory could have put before the real one.
   */
  private static final String WITHOUT_EVENT_TRIGGERS =
      """
      DELETE FROM pg_catalog.pg_event_trigger
      DELETE FROM pg_catalog.pg_depend WHERE classid OPERATOR(pg_catalog.=) 3466::pg_catalog.oid
      DELETE FROM pg_catalog.pg_shdepend WHERE classid OPERATOR(pg_catalog.=) 3466::pg_catalog.oid
      """;

  private final Preparation cluster;

  public SingleUser(Preparation cluster) {
    this.cluster = cluster;
  }

  /** Gives the superuser a new password, which the volume keeps; creates it if it is missing. */
  public void makeSuperuser() {
    // The server is told the verifier only: what its user can read does not reveal the password.
    run(
        TEMPLATE,
        """
        DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '%1$s') THEN CREATE ROLE %1$s; END IF; END $$
        ALTER ROLE %1$s SUPERUSER LOGIN INHERIT VALID UNTIL 'infinity' CONNECTION LIMIT -1 PASSWORD '%2$s'
        ALTER ROLE %1$s RESET ALL
        """
            .formatted(AdminRole.NAME, AdminRole.create(cluster.files()).verifier()));
  }

  /** Deletes the settings of roles and databases, which each login would take on. */
  public void deleteSettings() {
    run(TEMPLATE, "DELETE FROM pg_catalog.pg_db_role_setting\n");
  }

  /** Deletes the database's event triggers, which a superuser's session would run. */
  public void deleteEventTriggers(String database) {
    run(database, WITHOUT_EVENT_TRIGGERS);
  }

  /**
   * Runs the statements, one a line. Event triggers and settings of roles and databases are without
   * effect.
   *
   * @throws DataPlaneException when the server does not open the data directory, or refuses a
   *     statement
   */
  private void run(String database, String statements) {
    Path script = write("single.sql", statements);
    Path configuration = write("single.conf", "max_prepared_transactions = 0\nwal_recycle = off\n");
    List<String> output = new ArrayList<>();
    OutputLimit limit = OutputLimit.ofMessages("lines that PostgreSQL prints of the data");
    int exitCode =
        cluster
            .tools()
            .run(
                "single.log",
                List.of(
                    "/bin/sh",
                    "-c",
                    COMMAND,
                    "sh",
                    cluster.program().apply("postgres"),
                    cluster.data().toString(),
                    configuration.toString(),
                    script.toString(),
                    database),
                Map.of(),
                line -> {
                  limit.count(line);
                  output.add(line);
                });
    // It goes on after a statement that failed, and then ends as if nothing were wrong.
    if (exitCode != 0 || output.stream().anyMatch(line -> line.contains("ERROR:  "))) {
      throw new DataPlaneException(
          "PostgreSQL %s cannot prepare the cluster in %s: %s"
              .formatted(
                  cluster.release(),
                  cluster.data(),
                  OneLine.of(String.join("\n", output).strip())));
    }
  }

  private Path write(String name, String text) {
    return cluster.tools().write(name, text.getBytes(StandardCharsets.UTF_8));
  }
}
