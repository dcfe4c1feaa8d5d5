package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresHome;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Work in a cluster that nobody can log in to yet: done by the server alone, without a port. */
final class SingleUser {
  private static final String COMMAND =
      "exec \"$1\" --single -D \"$2\" -c config_file=\"$3\" template1 < \"$4\"";

  private final Machine machine;
  private final PostgresHome home;
  private final PostgresVolume volume;
  private final Staging staging;
  private final StepReport report;

  SingleUser(
      Machine machine,
      PostgresHome home,
      PostgresVolume volume,
      Staging staging,
      StepReport report) {
    this.machine = machine;
    this.home = home;
    this.volume = volume;
    this.staging = staging;
    this.report = report;
  }

  /** Gives the superuser a new password, which the volume keeps; creates it if it is missing. */
  void makeSuperuser() {
    // The server is told the verifier only: what its user can read tells nobody the password.
    run(
        """
        DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = '%1$s') THEN CREATE ROLE %1$s; END IF; END $$
        ALTER ROLE %1$s SUPERUSER LOGIN INHERIT VALID UNTIL 'infinity' CONNECTION LIMIT -1 PASSWORD '%2$s'
        ALTER ROLE %1$s RESET ALL
        """
            .formatted(AdminRole.NAME, AdminRole.create(volume).verifier()));
  }

  /**
   * Runs the statements, one a line.
   *
   * @throws DataPlaneException when the server does not open the cluster, or refuses a statement
   */
  private void run(String statements) {
    Path script = staging.writePrivate("single.sql", statements);
    Path configuration = staging.writePrivate("single.conf", "max_prepared_transactions = 0\n");
    List<String> output = new ArrayList<>();
    int exitCode =
        new PgTool(machine.runAs(), staging, report)
            .run(
                "single.log",
                List.of(
                    "/bin/sh",
                    "-c",
                    COMMAND,
                    "sh",
                    home.postgres().toString(),
                    volume.data().toString(),
                    configuration.toString(),
                    script.toString()),
                Map.of(),
                output::add);
    // It goes on after a statement that failed, and then ends as if nothing were wrong.
    if (exitCode != 0 || output.stream().anyMatch(line -> line.contains("ERROR:  "))) {
      throw new DataPlaneException(
          "PostgreSQL %s cannot prepare the cluster in %s: %s"
              .formatted(home.version(), volume.data(), String.join("\n", output).strip()));
    }
  }
}
