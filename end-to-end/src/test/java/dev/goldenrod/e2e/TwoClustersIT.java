package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.client.ApiException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server and an agent each create the resources requested for their own cluster. */
@Tag("slow")
class TwoClustersIT {
  private static final String GOLDEN = "shop";
  private static final String EDGE = "edge";

  @TempDir private Path folder;
  private TestSource source;
  private ServerProcess server;
  private ServerProcess agent;
  private Member member;

  @BeforeEach
  void serve() throws IOException {
    source = TestSource.start(folder, 100);
    server = ServerProcess.in(Files.createDirectory(folder.resolve("server"))).start();
    member = new Member(server);
    String token =
        server.api().post("/v1/clusters", Map.of("name", EDGE)).path("agent_token").asText();
    Path home = Files.createDirectory(folder.resolve("agent"));
    Path file = Files.writeString(home.resolve("token"), token);
    agent = ServerProcess.in(home).asAgentOf(URI.create(server.address()), file);
    agent.putSecret(GOLDEN, source.postgres().password());
    agent.start();
  }

  @AfterEach
  void leave_nothing_behind() {
    agent.close();
    server.close();
    source.close();
    EngineProcesses.awaitProcesses(agent.dataDir(), List.of());
    EngineProcesses.awaitProcesses(server.dataDir(), List.of());
  }

  @Test
  void imports_clones_and_databases_are_made_where_they_are_asked_for() {
    String own = nameOfOwn();
    assertThat(server.api().get("/health").path("clusters").toString())
        .isEqualTo("{\"online\":2,\"offline\":0}");

    String sourceId = member.registerSource(configIn(EDGE), GOLDEN);
    JsonNode job = member.awaitImport(member.startImport(sourceId, GOLDEN));
    assertThat(job.path("phase").asText()).as(job.toString()).isEqualTo("Succeeded");
    assertThat(job.path("cluster").asText()).isEqualTo(EDGE);

    Member.Clone clone = member.launch(GOLDEN, 1);
    assertThat(member.instance(clone.id()).path("cluster").asText()).isEqualTo(EDGE);
    assertThat(clone.read("SELECT count(*) FROM sales.line")).isEqualTo("100");
    assertThat(EngineProcesses.servers(agent.dataDir())).hasSize(1);
    assertThat(EngineProcesses.servers(server.dataDir())).isEmpty();

    assertThat(create("here", own).path("cluster").asText()).isEqualTo(own);
    assertThat(EngineProcesses.servers(server.dataDir())).hasSize(1);
    assertThat(create("there", EDGE).path("cluster").asText()).isEqualTo(EDGE);
    assertThat(EngineProcesses.servers(agent.dataDir())).hasSize(2);
    assertThatThrownBy(() -> create("nowhere", "moon"))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("cluster 'moon' does not exist")
        .hasMessageContaining("'" + EDGE + "'");
  }

  private String nameOfOwn() {
    for (JsonNode cluster : server.api().get("/v1/clusters").path("clusters")) {
      if (cluster.path("kind").asText().equals("embedded")) {
        return cluster.path("name").asText();
      }
    }
    throw new AssertionError("the server has no cluster of its own");
  }

  private Map<String, ?> configIn(String cluster) {
    Map<String, Object> config = new HashMap<>(source.config());
    config.put("cluster", cluster);
    return config;
  }

  private JsonNode create(String name, String cluster) {
    return server
        .api()
        .post(
            "/v1/databases",
            Map.of(
                "name",
                name,
                "type",
                "postgresql",
                "version",
                Integer.toString(source.major()),
                "cluster",
                cluster));
  }
}
