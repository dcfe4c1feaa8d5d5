package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Launches clones on a Kubernetes cluster, including warm ones, and checks their credentials. */
@Tag("slow")
@Tag("simulated")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LaunchOnKubernetesIT {
  private static final Duration TOO_LONG = Duration.ofSeconds(20);

  @TempDir private static Path folder;
  ServersOnCluster servers;
  private ServerProcess server;
  private Member member;

  @BeforeAll
  void start() throws IOException {
    servers = ServersOnCluster.start(folder);
    server = startServer();
    member = new Member(server);
    member.importVersion(servers.registerSource(member), "shop");
  }

  ServerProcess startServer() throws IOException {
    return servers.startServer("server");
  }

  @AfterEach
  void end_what_goes_wrong() {
    servers.cluster().faults().clear();
    servers.cluster().scheduler().obstruct("");
  }

  @AfterAll
  void stop() {
    servers.close();
  }

  @Test
  void a_warm_clone_is_ready_in_the_answer_to_its_launch() {
    String pool =
        server.api().post("/v1/pools", Map.of("golden", "shop", "target", 1)).path("id").asText();
    await("a warm clone")
        .until(() -> server.api().get("/v1/pools/" + pool).path("ready").asInt(), is -> is == 1);

    JsonNode launched = server.api().post("/v1/instances", Map.of("golden", "shop", "ttl", "8h"));

    assertThat(launched.path("phase").asText()).isEqualTo("Ready");
    String id = launched.path("id").asText();
    assertThat(member.credentials(id).read("SELECT count(*) FROM items")).isEqualTo("100");
    server.api().delete("/v1/pools/" + pool);
    member.delete(id);
  }

  @Test
  void credentials_are_those_of_the_secret_as_it_is_now() {
    Member.Clone clone = member.launch("shop", 1);

    assertThat(clone.password()).isEqualTo(secretPassword(clone.id()));
    assertThat(clone.read("SELECT count(*) FROM items")).isEqualTo("100");
    member.delete(clone.id());
  }

  @Test
  void credentials_of_a_clone_whose_pod_finds_no_place_are_not_there_yet() {
    servers.cluster().scheduler().obstruct("Insufficient cpu");
    String id = member.startLaunch("shop", 1);
    await("it is known why")
        .until(
            () -> member.instance(id).path("message").asText(),
            message -> message.contains("Insufficient cpu"));

    assertThat(credentialStatus(id)).isEqualTo(404);

    servers.cluster().scheduler().obstruct("");
    member.awaitReady(id);
    assertThat(credentialStatus(id)).isEqualTo(200);
    member.delete(id);
  }

  @Test
  void credentials_are_unavailable_while_the_api_server_cannot_be_reached() {
    Member.Clone clone = member.launch("shop", 1);

    servers.cluster().refuseConnections();
    int away = credentialStatus(clone.id());
    servers.cluster().acceptConnections();

    assertThat(away).isEqualTo(503);
    await("the cluster is reached again")
        .until(() -> credentialStatus(clone.id()), status -> status == 200);
    assertThat(member.credentials(clone.id())).isEqualTo(clone);
    member.delete(clone.id());
  }

  @Test
  void credentials_of_an_api_server_that_does_not_answer_in_time_are_not_waited_for() {
    Member.Clone clone = member.launch("shop", 1);
    servers.cluster().faults().delay(Integer.MAX_VALUE, "get", "secrets", TOO_LONG);

    assertThat(credentialStatus(clone.id())).isEqualTo(504);

    servers.cluster().faults().clear();
    assertThat(credentialStatus(clone.id())).isEqualTo(200);
    member.delete(clone.id());
  }

  private int credentialStatus(String id) {
    return Member.statusOf(() -> member.credentials(id));
  }

  private String secretPassword(String id) {
    String encoded =
        Tree.text(
            servers
                .cluster()
                .objects()
                .get(ResourceType.SECRET, ServersOnCluster.NAMESPACE, "db-" + id),
            "data",
            "password");
    return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
  }
}
