package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DataDirectoryContext;
import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.port.DataPlaneException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Work in a data directory without logins, by the server's single-user mode without a port. */
public final class SingleUser {
  // A database name may look like an option, and the data directory may have an operator of its own
  // in a schema of the usual search_path.
  private static final String COMMAND =
      "exec \"$1\" --single -D \"$2\" -c config_file=\"$3\" -c search_path=pg_catalog -- \"$5\" < \"$4\"";

  /** Has no function and no operator that the data directory could have shadowed. */
  private static final String WITHOUT_EVENT_TRIGGERS =
      """
      DELETE FROM pg_catalog.pg_event_trigger
      DELETE FROM pg_catalog.pg_depend WHERE classid OPERATOR(pg_catalog.=) 3466::pg_catalog.oid
      DELETE FROM pg_catalog.pg_shdepend WHERE classid OPERATOR(pg_catalog.=) 3466::pg_catalog.oid
      """;

  /**
   * {@code pg_subscription} has those of all databases, each of which has a process that connects
   * to its publisher. In the second statement, 6100 is the class of that catalog.
   */
  private static final String WITHOUT_SUBSCRIPTIONS_OF_TEMPLATES =
      """
      DELETE FROM pg_catalog.pg_subscription WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_database d WHERE d.oid OPERATOR(pg_catalog.=) subdbid AND d.datallowconn AND NOT d.datistemplate AND d.datname OPERATOR(pg_catalog.<>) 'template0'::pg_catalog.name AND d.datname OPERATOR(pg_catalog.<>) 'template1'::pg_catalog.name)
      DELETE FROM pg_catalog.pg_shdepend WHERE classid OPERATOR(pg_catalog.=) 6100::pg_catalog.oid AND NOT EXISTS (SELECT FROM pg_catalog.pg_subscription s WHERE s.oid OPERATOR(pg_catalog.=) objid)
      """;

  /** In the second statement, 6243 is the class of {@code pg_parameter_acl}. */
  private static final String WITHOUT_PARAMETER_GRANTS =
      """
      DELETE FROM pg_catalog.pg_parameter_acl
      DELETE FROM pg_catalog.pg_shdepend WHERE classid OPERATOR(pg_catalog.=) 6243::pg_catalog.oid
      """;

  /** The first release in which roles can be granted to set parameters that need a superuser. */
  public static final int FIRST_WITH_PARAMETER_GRANTS = 15;

  private static final String ROWS = "rows";

  private final DataDirectoryContext cluster;

  public SingleUser(DataDirectoryContext cluster) {
    this.cluster = cluster;
  }

  /**
   * Turns the role of {@code initdb}, which is always a superuser, into Goldenrod's superuser, and
   * gives it a new password, which the volume saves. Another role of that name is renamed.
   */
  public void makeSuperuser() {
    // The server only gets the verifier, which does not reveal the password to its user.
    run(
        PostgresLogin.ADMINISTRATION,
        """
        UPDATE pg_catalog.pg_authid SET rolname = 'goldenrod_former_admin' WHERE rolname = '%1$s' AND oid <> 10
        UPDATE pg_catalog.pg_authid SET rolname = '%1$s' WHERE oid = 10
        ALTER ROLE %1$s SUPERUSER LOGIN INHERIT VALID UNTIL 'infinity' CONNECTION LIMIT -1 PASSWORD '%2$s'
        ALTER ROLE %1$s RESET ALL
        """
            .formatted(
                PostgresLogin.ADMIN,
                ScramVerifier.ofRandom(AdminPassword.create(cluster.files()).text())));
  }

  /** Returns the name of the role that {@code initdb} created, as {@code COPY} writes it. */
  public String bootstrapRole() {
    return rows(
            PostgresLogin.ADMINISTRATION,
            List.of(),
            "SELECT rolname FROM pg_catalog.pg_authid WHERE oid = 10")
        .get(0);
  }

  /**
   * Deletes the settings of roles and databases, which each login would apply, the grants to set
   * parameters that need a superuser, and the subscriptions of databases that are templates, allow
   * no connections or do not exist.
   */
  public void deleteSettingsAndSubscriptions() {
    String statements =
        "DELETE FROM pg_catalog.pg_db_role_setting\n" + WITHOUT_SUBSCRIPTIONS_OF_TEMPLATES;
    boolean hasGrants = Integer.parseInt(cluster.release()) >= FIRST_WITH_PARAMETER_GRANTS;
    run(
        PostgresLogin.ADMINISTRATION,
        hasGrants ? statements + WITHOUT_PARAMETER_GRANTS : statements);
  }

  /** Deletes the database's event triggers, which a superuser's session would run. */
  public void deleteEventTriggers(String database) {
    run(database, WITHOUT_EVENT_TRIGGERS);
  }

  /**
   * Runs the statements and then a query, whose rows it returns in the format of {@code COPY}.
   *
   * @param statements each without a line break
   * @throws DataPlaneException if the server cannot open the data directory or refuses a statement
   */
  public List<String> rows(String database, List<String> statements, String query) {
    Path folder = cluster.tools().makeFolder(ROWS);
    try {
      Path file = folder.resolve(ROWS);
      List<String> script = new ArrayList<>(statements);
      script.add("COPY (%s) TO '%s'\n".formatted(query.replaceAll("\\s+", " "), file));
      run(database, String.join("\n", script));
      List<String> rows = new ArrayList<>();
      OutputLimit limit = OutputLimit.ofContents("rows of a system catalog");
      int exitCode =
          cluster
              .tools()
              .run(
                  "rows.log",
                  List.of("cat", file.toString()),
                  Map.of(),
                  line -> {
                    limit.count(line);
                    rows.add(line);
                  });
      if (exitCode != 0) {
        throw new DataPlaneException(
            "the rows that PostgreSQL wrote to %s are missing".formatted(file));
      }
      return rows;
    } finally {
      cluster.tools().remove(ROWS);
    }
  }

  /** Runs statements, one a line. Event triggers and stored settings have no effect here. */
  private void run(String database, String statements) {
    Path script = write("single.sql", statements);
    Path configuration = write("single.conf", "max_prepared_transactions = 0\nwal_recycle = off\n");
    List<String> output = new ArrayList<>();
    OutputLimit limit = OutputLimit.ofMessages("lines that PostgreSQL prints about the data");
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
    // Single-user mode continues after a failed statement, and exits with code 0.
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
