package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server whose only data plane was never reachable. */
class FirstStartTest {
  private static final String WHY = "the API server cannot be reached: refused";
  private static final String PROBLEM = "data plane unreachable: " + WHY;

  private TestServer server;

  @BeforeEach
  void serve() {
    server = TestServer.withoutCluster(new InMemoryStore());
    server.control.awaitDataPlane(WHY);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void it_is_not_ready_and_says_what_is_missing() {
    server.awaitReady(false);
    assertThat(ready("/readyz").status()).isEqualTo(503);
    assertThat(ready("/readyz").json().path("error").asText()).isEqualTo(PROBLEM);
    assertThat(ready("/readyz?verbose").body())
        .contains(
            "{\"name\":\"data_planes\",\"status\":\"failed\",\"message\":\"" + PROBLEM + "\"");
    assertThat(ready("/livez").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v1/instances | {\"golden\":\"shop\",\"ttl\":\"8h\"}",
        "/v1/databases | {\"name\":\"shop\",\"type\":\"postgresql\",\"version\":\"15\"}",
        "/v1/pools | {\"golden\":\"shop\",\"target\":1}"
      })
  void what_needs_a_cluster_is_to_be_sent_again(String path, String body) {
    Reply reply = server.send("admin", "POST", path, body);

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.json().path("error").asText()).isEqualTo(PROBLEM);
    assertThat(reply.header("Retry-After")).isEqualTo("5");
  }

  @Test
  void it_goes_on_as_soon_as_the_data_plane_is_there() {
    server.control.attach(server.dataPlane);

    server.awaitReady(true);
    assertThat(ready("/readyz").status()).isEqualTo(200);
    assertThat(
            server
                .send("admin", "POST", "/v1/instances", "{\"golden\":\"shop\",\"ttl\":\"8h\"}")
                .status())
        .isEqualTo(201);
  }

  @Test
  void a_cluster_that_the_store_knows_has_its_work_accepted() {
    server.control.attach(server.dataPlane);
    server.control.detach(server.dataPlane);

    server.control.awaitDataPlane(WHY);

    server.awaitReady(true);
    assertThat(ready("/readyz").status()).isEqualTo(200);
    assertThat(
            server
                .send("admin", "POST", "/v1/instances", "{\"golden\":\"shop\",\"ttl\":\"8h\"}")
                .status())
        .isEqualTo(201);
  }

  private Reply ready(String path) {
    return server.send("nobody", "GET", path, "");
  }
}
