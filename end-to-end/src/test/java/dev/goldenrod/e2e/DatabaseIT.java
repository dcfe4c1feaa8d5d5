package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.e2e.Member.Clone;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests the life cycle of databases on a real server, from creation to deletion. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("slow")
class DatabaseIT {
  private static final String DATABASES = "/v1/databases";
  private static final String STARTED = "SELECT pg_postmaster_start_time()";

  @TempDir private static Path folder;
  private ServerProcess server;

  @BeforeAll
  void serve() {
    server = ServerProcess.in(folder).start();
  }

  @AfterAll
  void leave_nothing_behind() {
    server.close();

    assertThat(EngineProcesses.processes(server.dataDir())).isEmpty();
    assertThat(EngineProcesses.mounts(server.dataDir())).isEmpty();
    assertThat(server.dataDir()).doesNotExist();
  }

  @Test
  void a_database_keeps_data_endpoint_and_password_over_stops_restarts_and_kills() {
    Clone shop = create("kept");
    shop.execute("CREATE TABLE tea AS SELECT 1 AS n");

    change("kept", "stop");
    assertThat(settled("kept").path("status").asText()).isEqualTo("stopped");
    change("kept", "start");
    assertThat(login(settled("kept"))).isEqualTo(shop);
    assertThat(shop.read("SELECT n FROM tea")).isEqualTo("1");
    change("kept", "restart");
    assertThat(login(settled("kept"))).isEqualTo(shop);

    String before = shop.read(STARTED);
    EngineProcesses.crashServersOf(server.dataDir());
    await("back").until(() -> answers(shop) && !shop.read(STARTED).equals(before));

    server.kill();
    server.start();
    assertThat(login(settled("kept"))).isEqualTo(shop);
    assertThat(shop.read("SELECT n FROM tea")).isEqualTo("1");
    delete("kept");
  }

  @Test
  void a_stopped_database_stays_stopped_when_the_server_is_killed() {
    Clone shop = create("resting");
    change("resting", "stop");
    settled("resting");

    server.kill();
    server.start();

    assertThat(settled("resting").path("status").asText()).isEqualTo("stopped");
    assertThat(answers(shop)).isFalse();
    change("resting", "start");
    assertThat(login(settled("resting"))).isEqualTo(shop);
    assertThat(answers(shop)).isTrue();
    delete("resting");
  }

  @Test
  void branches_and_snapshots_hold_what_the_database_held() {
    Clone shop = create("shop");
    shop.execute("CREATE TABLE tea AS SELECT 'then' AS word");
    String monday = post("/v1/databases/shop/snapshots", "monday").path("id").asText();
    shop.execute("UPDATE tea SET word = 'now'");

    Clone branch = login(post("/v1/databases/shop/branches", "branch"));
    Clone old = login(post("/v1/snapshots/" + monday + "/branches", "old"));
    branch.execute("UPDATE tea SET word = 'mine'");

    assertThat(branch.password()).isEqualTo(shop.password());
    assertThat(branch.port()).isNotEqualTo(shop.port());
    assertThat(shop.read("SELECT word FROM tea")).isEqualTo("now");
    assertThat(old.read("SELECT word FROM tea")).isEqualTo("then");
    assertThat(Member.statusOf(() -> deleted("/v1/databases/shop"))).isEqualTo(409);

    server.api().delete("/v1/snapshots/" + monday);
    delete("shop?force=true");
    assertThat(old.read("SELECT word FROM tea")).isEqualTo("then");
    assertThat(settled("branch").path("parent").isNull()).isTrue();
    delete("branch");
    delete("old");
  }

  @Test
  void a_deleted_database_leaves_nothing() throws Exception {
    List<String> processes = EngineProcesses.processes(server.dataDir());
    List<String> mounts = EngineProcesses.mounts(server.dataDir());
    JsonNode made = post(DATABASES, "gone");
    Clone gone = login(made);

    delete("gone");

    assertThat(answers(gone)).isFalse();
    assertThat(EngineProcesses.processes(server.dataDir())).isEqualTo(processes);
    assertThat(EngineProcesses.mounts(server.dataDir())).isEqualTo(mounts);
    assertThat(EngineProcesses.files(server.dataDir()))
        .noneMatch(file -> file.getFileName().toString().contains(made.path("id").asText()));
    new ServerSocket(gone.port(), 1, InetAddress.getByName(gone.host())).close();
    assertThat(server.log()).doesNotContain(gone.password());
  }

  private Clone create(String name) {
    return login(post(DATABASES, name));
  }

  private JsonNode post(String path, String name) {
    JsonNode made =
        server.api().post(path, Map.of("name", name, "type", "postgresql", "version", installed()));
    assertThat(made.path("status").asText()).as(made.toString()).isIn("running", "ready");
    return made;
  }

  private void change(String name, String change) {
    server.api().post(DATABASES + "/" + name + "/" + change, Map.of());
  }

  private JsonNode settled(String name) {
    return server.api().get(DATABASES + "/" + name + "?wait=60s");
  }

  private JsonNode deleted(String path) {
    server.api().delete(path);
    return server.api().get(path);
  }

  private void delete(String name) {
    String path = DATABASES + "/" + name;
    server.api().delete(path);
    await("gone")
        .until(() -> Member.statusOf(() -> server.api().get(path)), status -> status == 404);
  }

  private String installed() {
    String newest = "";
    for (JsonNode engine : server.api().get("/v1/engines").path("engines")) {
      if (engine.path("type").asText().equals("postgresql")
          && engine.path("available").asBoolean()) {
        newest = engine.path("version").asText();
      }
    }
    return newest;
  }

  private static Clone login(JsonNode database) {
    JsonNode connection = database.path("connection");
    return new Clone(
        database.path("id").asText(),
        connection.path("host").asText(),
        connection.path("port").asInt(),
        connection.path("database").asText(),
        connection.path("username").asText(),
        connection.path("password").asText());
  }

  private static boolean answers(Clone database) {
    try (Connection connection = database.connect()) {
      return connection.isValid(10);
    } catch (SQLException refused) {
      return false;
    }
  }
}
