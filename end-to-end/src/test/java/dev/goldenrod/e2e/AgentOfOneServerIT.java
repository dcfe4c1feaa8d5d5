package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.client.Archives;
import dev.goldenrod.client.ClientOptions;
import dev.goldenrod.client.GoldenrodClient;
import dev.goldenrod.port.SnapshotArchives;
import dev.goldenrod.storage.jdbi.PostgresServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers share a store, and requests go to the one to which no agent is connected. */
@Tag("slow")
class AgentOfOneServerIT {
  @TempDir private Path folder;
  private ServerProcess first;
  private ServerProcess second;
  private ServerProcess agent;

  private void start() throws IOException {
    String store = PostgresServer.shared().newDatabase();
    int port = TestPorts.free();
    URI address = URI.create("http://127.0.0.1:" + port);
    first =
        server("first", store)
            .withVariable("GOLDENROD_PORT", Integer.toString(port))
            .with("--peer-url", address.toString())
            .start();
    second = server("second", store).start();
    String token =
        second.api().post("/v1/clusters", Map.of("name", "edge")).path("agent_token").asText();
    Path home = Files.createDirectory(folder.resolve("agent"));
    Path file = Files.writeString(home.resolve("token"), token);
    agent = ServerProcess.in(home).asAgentOf(address, file).start();
  }

  private ServerProcess server(String name, String store) throws IOException {
    return ServerProcess.in(Files.createDirectory(folder.resolve(name)))
        .with("--data-plane", "none")
        .withVariable("GOLDENROD_STORE_URL", store)
        .withVariable("GOLDENROD_STORE_USER", PostgresServer.USER)
        .withVariable("GOLDENROD_STORE_PASSWORD", PostgresServer.PASSWORD);
  }

  @AfterEach
  void leave_nothing_behind() {
    agent.close();
    second.close();
    first.close();
  }

  @Test
  void what_the_agent_has_is_made_and_shown_by_either_server() throws IOException {
    start();
    DatabaseMember databases = new DatabaseMember(second);
    await("the second server knows that the agent is there").until(this::isOnlineAtSecond);

    databases.create("shop", "15").join();
    Member.Clone login = databases.login("shop");
    login.execute("CREATE TABLE item AS SELECT 1 AS id");
    databases.branch("shop", "next").join();

    assertThat(databases.login("next").read("SELECT id FROM item")).isEqualTo("1");
    takeAwayAndBringBack();
    String password =
        second
            .api()
            .post("/v1/databases/next/credentials/reset", Map.of())
            .path("password")
            .asText();
    assertThat(databases.login("next").password()).isEqualTo(password);
    assertThat(new DatabaseMember(first).login("shop")).isEqualTo(login);

    first.kill();
    assertThat(second.api().get("/v1/databases/shop").path("message").asText())
        .contains("data-plane agent offline");
    assertThat(login.read("SELECT id FROM item")).isEqualTo("1");
    first.start();
    assertThat(databases.login("shop")).isEqualTo(login);
    databases.deleteAll();
  }

  private void takeAwayAndBringBack() {
    String snapshot =
        second
            .api()
            .post("/v1/databases/shop/snapshots", Map.of("name", "monday"))
            .path("id")
            .asText();
    await("the snapshot")
        .until(
            () -> second.api().get("/v1/databases/shop/snapshots").findValuesAsText("status"),
            List.of("ready")::equals);
    Archives archives =
        new GoldenrodClient(ClientOptions.of(URI.create(second.address()), ServerProcess.TOKEN))
            .archives();
    byte[] part = archives.part(snapshot, 0).bytes();
    byte[] some = Arrays.copyOf(part, SnapshotArchives.MOST_BYTES / 2);
    String id = UUID.randomUUID().toString();

    assertThat(archives.part(snapshot, 0).bytes()).isEqualTo(part);
    assertThat(archives.append(id, "edge", 0, some).receivedBytes()).isEqualTo(some.length);
    assertThat(archives.get(id, "edge").receivedBytes()).isEqualTo(some.length);
  }

  private boolean isOnlineAtSecond() {
    return second
        .api()
        .get("/v1/clusters")
        .path("clusters")
        .findValuesAsText("status")
        .equals(List.of("online"));
  }
}
