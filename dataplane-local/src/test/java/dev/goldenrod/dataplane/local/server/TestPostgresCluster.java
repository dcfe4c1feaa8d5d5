package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.engine.AdminPassword;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.ReplaceableVerifiers;
import dev.goldenrod.engine.postgres.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.postgresql.util.PasswordUtil;

/** Clusters made by initdb and prepared like a golden, with its superuser, role and database. */
public final class TestPostgresCluster {
  public static final String DATABASE = "shop";

  private static final Templates TEMPLATES = new Templates();

  private TestPostgresCluster() {}

  /** Puts a stopped cluster with a table of one row into the volume. */
  public static void make(Installation home, DataVolume volume, RunAs runAs) {
    TEMPLATES.copy(
        home + " of " + runAs.userName(),
        folder -> makeFirst(home, DataVolume.make(folder, runAs), runAs),
        volume.root());
  }

  private static void makeFirst(Installation home, DataVolume volume, RunAs runAs) {
    Path scratch = volume.root().getParent();
    try {
      AdminPassword admin = AdminPassword.create(volume);
      Path password = Files.writeString(scratch.resolve("pw"), admin.text());
      runAs.chown(password);
      initdb(home, volume, runAs, password);
      Files.delete(password);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    TestPostgres server =
        TestPostgres.of(
            home,
            volume,
            scratch.resolve("log"),
            List.of(TestPostgres.LOOPBACK),
            Ports.anyFree(),
            Map.of("fsync", "off"),
            runAs);
    server.start();
    try {
      populate(server);
      prepareLogins(server, volume);
    } finally {
      server.stop(Duration.ofSeconds(30));
    }
    volume.write(
        new DatabaseInfo(
            PostgresEngine.TYPE, home.release(), DATABASE, PostgresLogin.CLONE_ROLE, Map.of()));
  }

  /** Prepares the logins as the last step of the creation of a golden does. */
  public static void prepareLogins(TestPostgres server, DataVolume volume) {
    try (Connection admin = server.connectAsAdmin("template1")) {
      Sql.run(admin, "ALTER ROLE goldenrod_admin PASSWORD '%s'".formatted(verifier(volume)));
      ReplaceableVerifiers.prepare(admin, volume);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Unlike initdb, Goldenrod hashes the superuser's password once. */
  private static String verifier(DataVolume volume) {
    String password = AdminPassword.of(volume).get(0).text();
    return PasswordUtil.encodeScramSha256(password.toCharArray(), 1, new byte[16]);
  }

  private static void initdb(Installation home, DataVolume volume, RunAs runAs, Path password) {
    Tool.run(
        runAs.command(
            List.of(
                home.program("initdb").orElseThrow().toString(),
                "-D",
                volume.data().toString(),
                "--username=" + PostgresLogin.ADMIN,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--no-sync")));
  }

  private static void populate(TestPostgres server) {
    try (Connection connection = server.connectAsAdmin("postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE goldenrod LOGIN");
      statement.execute("CREATE DATABASE shop OWNER goldenrod");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    try (Connection connection = server.connectAsAdmin(DATABASE);
        Statement statement = connection.createStatement()) {
      statement.execute("SET ROLE goldenrod");
      statement.execute("CREATE SCHEMA app");
      statement.execute("CREATE TABLE app.item (id int PRIMARY KEY, name text)");
      statement.execute("INSERT INTO app.item VALUES (1, 'tea')");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
