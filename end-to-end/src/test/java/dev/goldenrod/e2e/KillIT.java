package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.e2e.Member.Clone;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kills a server in each phase of its work: when the phase begins, and when its work is done but
 * not yet recorded. The restarted server must reach the same result.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class KillIT {
  private static final List<String> IMPORT_PHASES =
      List.of(
          "Pending",
          "Probing",
          "Provisioning",
          "Importing",
          "Snapshotting",
          "Registering",
          "Cleaning");

  @TempDir private static Path folder;
  private TestSource source;
  private PhaseLockedStore store;
  private ServerProcess server;
  private Member member;
  private String sourceId;

  @BeforeAll
  void start() throws SQLException {
    source = TestSource.start(folder, 5_000);
    store = PhaseLockedStore.start(folder);
    server = store.serves(ServerProcess.in(folder));
    server.putSecret("shop", source.postgres().password());
    server.start();
    store.prepare();
    member = new Member(server);
    sourceId = member.registerSource(source.config(), "shop");
    member.importVersion(sourceId, "shop");
  }

  @AfterAll
  void leave_nothing_behind() {
    server.close();
    store.close();
    source.close();

    EngineProcesses.awaitProcesses(server.dataDir(), List.of());
    assertThat(EngineProcesses.mounts(server.dataDir())).isEmpty();
  }

  @Test
  void an_import_killed_in_each_phase_registers_its_version_once() throws SQLException {
    for (String phase : IMPORT_PHASES) {
      store.hold(phase);
    }
    String job = member.startImport(sourceId, "killed");

    for (String phase : IMPORT_PHASES) {
      killTwice(phase, () -> member.importJob(job));
      store.release(phase);
    }

    JsonNode ended = member.awaitImport(job);
    assertThat(ended.path("phase").asText()).as(ended.toString()).isEqualTo("Succeeded");
    assertThat(member.versions("killed")).containsExactly(1);
    EngineProcesses.awaitProcesses(server.dataDir(), List.of());
    Clone clone = member.launch("killed", 1);
    assertThat(clone.fingerprint()).isEqualTo(Fingerprint.of(source.connect()));
    member.delete(clone.id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Pending", "Provisioning"})
  void a_launch_killed_in_a_phase_ends_as_one_clone(String phase) throws SQLException {
    List<String> before = EngineProcesses.processes(server.dataDir());
    store.hold(phase);
    String id = member.startLaunch("shop", 1);

    killTwice(phase, () -> member.instance(id));
    store.release(phase);

    member.awaitReady(id);
    assertThat(member.credentials(id).read("SELECT count(*) FROM sales.line")).isEqualTo("5000");
    await("one process more")
        .until(
            () -> EngineProcesses.processes(server.dataDir()),
            now -> now.size() == before.size() + 1);
    member.delete(id);
    EngineProcesses.awaitProcesses(server.dataDir(), before);
  }

  @Test
  void a_clone_whose_server_is_killed_while_it_is_deleted_goes() throws SQLException {
    List<String> before = EngineProcesses.processes(server.dataDir());
    List<String> mounts = EngineProcesses.mounts(server.dataDir());
    Clone clone = member.launch("shop", 1);

    server.api().delete("/v1/instances/" + clone.id());
    restart();

    await("gone")
        .until(() -> Member.statusOf(() -> member.instance(clone.id())), status -> status == 404);
    EngineProcesses.awaitProcesses(server.dataDir(), before);
    assertThat(EngineProcesses.mounts(server.dataDir())).isEqualTo(mounts);
  }

  @Test
  void an_import_cancelled_just_before_a_kill_ends_and_leaves_nothing() throws SQLException {
    List<String> before = EngineProcesses.processes(server.dataDir());
    List<String> mounts = EngineProcesses.mounts(server.dataDir());
    try (Connection busy = source.connect();
        Statement statement = busy.createStatement()) {
      busy.setAutoCommit(false);
      statement.execute("LOCK TABLE sales.line IN ACCESS EXCLUSIVE MODE");
      String job = member.startImport(sourceId, "cancelled");
      await("pg_dump waits for the table").until(this::waitsForLine, waits -> waits);

      server.api().post("/v1/imports/" + job + "/cancel", Map.of());
      restart();

      JsonNode ended = member.awaitImport(job);
      assertThat(ended.path("phase").asText()).isEqualTo("Failed");
      assertThat(ended.path("message").asText()).isEqualTo("cancelled by admin@localhost");
      EngineProcesses.awaitProcesses(server.dataDir(), before);
    }
    assertThat(EngineProcesses.mounts(server.dataDir())).isEqualTo(mounts);
    assertThat(member.versions("cancelled")).isEmpty();
    assertThat(server.dataDir().resolve("local/imports")).isEmptyDirectory();
  }

  private boolean waitsForLine() {
    String waiting =
        "SELECT count(*) FROM pg_locks WHERE relation = 'sales.line'::regclass AND NOT granted";
    try (Connection connection = source.connect();
        Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery(waiting)) {
      return count.next() && count.getInt(1) > 0;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private void killTwice(String phase, Supplier<JsonNode> resource) throws SQLException {
    await("in phase " + phase)
        .until(resource::get, found -> found.path("phase").asText().equals(phase));
    restart();
    store.awaitLeaving();
    restart();
    store.awaitLeaving();
    assertThat(resource.get().path("phase").asText()).isEqualTo(phase);
  }

  private void restart() throws SQLException {
    server.kill();
    store.forgetKilled();
    server.start();
  }
}
