package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.Imports;
import dev.goldenrod.testing.InMemoryStore;
import java.net.http.HttpRequest;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stored responses contain the cluster, even on a server that never read it. */
class KeyedPlacementTest {
  private final TestServer server = TestServer.of(new InMemoryStore());

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_first_launch_of_a_server_tells_the_cluster_and_so_does_its_repetition() {
    String body = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";
    Reply first = post("/v1/instances", "one", body);

    assertThat(first.status()).as(first.body()).isEqualTo(201);
    assertThat(first.json().path("cluster").asText()).isEqualTo(server.fixtures.of("embeddedName"));
    assertThat(post("/v1/instances", "one", body).body()).isEqualTo(first.body());
  }

  @Test
  void a_cancelled_import_of_a_deleted_cluster_has_none_and_so_has_the_repetition() {
    Cluster edge = server.control.clusters().create(server.admin, "edge").cluster();
    Imports.Start start = new Imports.Start(server.fixtures.importable(), "far", null, edge.name());
    UUID job = server.control.imports().start(server.admin, start).id();
    server.control.clusters().delete(server.admin, edge.id());

    Reply first = post("/v1/imports/" + job + "/cancel", "one", "");
    assertThat(first.status()).as(first.body()).isEqualTo(202);
    assertThat(first.json().path("cluster").isNull()).isTrue();
    assertThat(post("/v1/imports/" + job + "/cancel", "one", "").body()).isEqualTo(first.body());
  }

  private Reply post(String path, String key, String body) {
    HttpRequest.Builder request =
        server.http.request(
            "POST", path, TestServer.token("admin"), TestHttpClient.publisher(body));
    return server.http.send(request.header("Idempotency-Key", key));
  }
}
