package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.e2e.ServerProcess.Run;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.server.demo.ScratchPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Installs an engine version that no test machine has beside a running server, and uses it. */
@Tag("slow")
class EngineIT {
  private static final Path POSTGRES_14 = Path.of(System.getProperty("goldenrod.postgres14"));

  @TempDir private Path folder;
  private ServerProcess server;

  @BeforeEach
  void start() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path source = Files.createDirectory(folder.resolve("source"));
    server = ServerProcess.in(folder).with("--import-root", source.toString()).start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_version_installed_beside_a_running_server_runs_clones_and_stays_while_they_do()
      throws Exception {
    assertThat(postgres14().path("available").asBoolean()).isFalse();
    assertThat(postgres14().path("message").asText())
        .isEqualTo(
            "PostgreSQL 14 is not installed; install it with"
                + " 'goldenrod engine install postgresql 14 --data-dir DIR'");

    assertThat(installed().exitCode()).isZero();

    assertThat(postgres14().path("available").asBoolean()).isTrue();
    assertThat(postgres14().path("origin").asText()).isEqualTo("downloaded");
    assertThat(engine("list").said())
        .containsPattern(
            "postgresql 14   downloaded 14\\.23 in \\S+, without pg_dump: imports and schemas need")
        .contains("mongodb    7.0  -  MongoDB 7.0 is not");
    registerGolden();
    Member member = new Member(server);
    Member.Clone clone = member.launch("old-shop", 1);
    assertThat(version(clone)).startsWith("14.23");

    Run refusal = engine("remove", "postgresql", "14");
    assertThat(refusal.exitCode()).isEqualTo(2);
    assertThat(refusal.said()).contains("is in use by clone " + clone.id() + "; delete");
    assertThat(version(clone)).startsWith("14.23");

    member.delete(clone.id());
    assertThat(engine("remove", "postgresql", "14").said()).contains("removed postgresql 14");
    assertThat(engine("remove", "postgresql", "14").said()).contains("nothing to remove");
    assertThat(postgres14().path("available").asBoolean()).isFalse();

    String waiting = member.startLaunch("old-shop", 1);
    await("told to install it")
        .until(
            () -> member.instance(waiting).path("message").asText(),
            message -> message.contains("'goldenrod engine install postgresql 14 --data-dir "));
    installed();
    member.awaitReady(waiting);
    assertThat(version(member.credentials(waiting))).startsWith("14.23");
  }

  @Test
  void what_cannot_be_installed_is_refused_in_one_line_and_changes_nothing() throws IOException {
    Path half =
        Files.write(folder.resolve("half.jar"), new byte[] {'P', 'K', 3, 4, 20, 0, 0, 0, 8, 0});
    List<List<String>> refused =
        List.of(
            List.of("install", "oracle", "23"),
            List.of("install", "postgresql", "14", "--from", half.toString()),
            List.of("install", "postgresql", "16", "--from", POSTGRES_14.toString()),
            List.of("install", "postgresql"));
    for (List<String> words : refused) {
      Run run = engine(words.toArray(String[]::new));
      assertThat(run.exitCode()).as(run.said()).isEqualTo(2);
      assertThat(run.said().lines().toList())
          .as(run.said())
          .last()
          .asString()
          .startsWith("goldenrod engine ");
      assertThat(run.said()).doesNotContain("\tat ");
    }
    for (JsonNode one : server.api().get("/v1/engines").path("engines")) {
      assertThat(one.path("origin").asText()).isNotEqualTo("downloaded");
    }
  }

  private Run installed() {
    return engine("install", "postgresql", "14", "--from", POSTGRES_14.toString());
  }

  private Run engine(String... words) {
    return server.runOnDataDir(Stream.concat(Stream.of("engine"), Stream.of(words)).toList());
  }

  private JsonNode postgres14() {
    for (JsonNode one : server.api().get("/v1/engines").path("engines")) {
      if (one.path("type").asText().equals("postgresql")
          && one.path("version").asText().equals("14")) {
        return one;
      }
    }
    throw new AssertionError("postgresql 14 is not told");
  }

  private void registerGolden() {
    RunAs runAs = RunAs.detect();
    LocalRoot root = LocalRoot.open(folder.resolve("source"), "engine-test", runAs);
    Path programs = server.dataDir().resolve("local/engines/postgresql-14");
    Installations installed = Installations.find(root, runAs, List.of(programs));
    try (ScratchPostgres postgres =
        ScratchPostgres.start(
            installed.server(PostgresEngine.TYPE, "14"),
            runAs,
            root,
            "shop",
            Map.of("fsync", "off"))) {
      postgres.stop();
      server
          .api()
          .post(
              "/v1/snapshots/versions",
              Map.of(
                  "name", "old-shop",
                  "substrate", "postgres",
                  "source_ref", "a stopped server",
                  "vsc_handle", "dir:" + postgres.data()));
    }
  }

  private static String version(Member.Clone clone) throws Exception {
    try (Connection connection = clone.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW server_version")) {
      rows.next();
      return rows.getString(1);
    }
  }
}
