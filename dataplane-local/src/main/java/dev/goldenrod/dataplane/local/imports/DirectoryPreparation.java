package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.dataplane.local.engine.PostgresHome;
import dev.goldenrod.dataplane.local.postgres.AdminRole;
import dev.goldenrod.dataplane.local.postgres.GoldenInfo;
import dev.goldenrod.dataplane.local.postgres.PostgresVolume;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives a copied cluster the roles of a golden, and takes every other way in. */
final class DirectoryPreparation implements StepReport {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryPreparation.class);
  private static final String TEMPLATE = "template1";
  private static final String NO_PASSWORD_NEEDED =
      "exec \"$1\" --single -D \"$2\" -c config_file=\"$3\" %s < \"$4\"".formatted(TEMPLATE);

  private final Machine machine;
  private final PostgresHome home;
  private final PostgresVolume volume;
  private final Staging staging;

  DirectoryPreparation(Machine machine, PostgresHome home, PostgresVolume volume, Staging staging) {
    this.machine = machine;
    this.home = home;
    this.volume = volume;
    this.staging = staging;
  }

  /** Does it, and leaves the cluster cleanly shut down. */
  void run() {
    makeSuperuser();
    try (ImportCluster cluster =
        ImportCluster.start(
            home, volume, staging.file("server.log"), ImportCluster.quiet(), machine, () -> true)) {
      String database = prepare(cluster);
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
  public boolean isWanted() {
    return true;
  }

  /** Nobody's password is known yet, so it is done without a login: by the server alone. */
  private void makeSuperuser() {
    String role = AdminRole.NAME;
    Path script =
        staging.writePrivate(
            "superuser.sql",
            """
            DO $$ BEGIN IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '%1$s') THEN CREATE ROLE %1$s; END IF; END $$
            ALTER ROLE %1$s SUPERUSER LOGIN INHERIT VALID UNTIL 'infinity' CONNECTION LIMIT -1 PASSWORD '%2$s'
            ALTER ROLE %1$s RESET ALL
            """
                .formatted(role, machine.admin().verifier()));
    Path configuration = staging.writePrivate("single.conf", "max_prepared_transactions = 0\n");
    int exitCode =
        new PgTool(machine.runAs(), staging, this)
            .run(
                "single.log",
                List.of(
                    "/bin/sh",
                    "-c",
                    NO_PASSWORD_NEEDED,
                    "sh",
                    home.postgres().toString(),
                    volume.data().toString(),
                    configuration.toString(),
                    script.toString()),
                Map.of(),
                line -> LOG.debug("{}", line));
    if (exitCode != 0) {
      throw new DataPlaneException(
          "PostgreSQL %s cannot open the copy in %s: %s"
              .formatted(
                  home.version(), volume.data(), Staging.text(staging.file("single.log")).strip()));
    }
  }

  private String prepare(ImportCluster cluster) throws SQLException {
    List<String> databases;
    try (Connection connection = cluster.connect(TEMPLATE)) {
      new DirectoryRoles(connection, home.major()).lockOut();
      databases =
          Sql.texts(
              connection,
              "SELECT datname FROM pg_catalog.pg_database WHERE datallowconn AND NOT datistemplate");
    }
    for (String database : databases) {
      try (Connection connection = cluster.connect(database)) {
        new DirectoryDatabase(connection, this).handOver(database);
      }
    }
    return givenOut(databases);
  }

  private String givenOut(List<String> databases) {
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
