package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated
class RequestLogTest {
  @Test
  void a_request_is_one_line_without_its_token_body_or_query() {
    String log =
        logOf(
            server ->
                server.http.send(
                    server
                        .http
                        .request(
                            "POST",
                            "/v1/instances?secret=in-query",
                            TestServer.token("ann"),
                            BodyPublishers.ofString("{\"golden\":\"in-body\",\"ttl\":\"8h\"}"))
                        .header("X-Request-Id", "my-request")
                        .header("X-Client-CLI-Version", "v0.3.1")));

    assertThat(log).containsOnlyOnce("request=my-request");
    assertThat(log)
        .containsPattern("POST /v1/instances 400 \\d+ ms request=my-request client=v0\\.3\\.1");
    assertThat(log).doesNotContain(TestServer.token("ann"), "in-query", "in-body");
  }

  @Test
  void what_a_client_calls_itself_is_written_only_when_it_is_a_version() {
    String log =
        logOf(
            server ->
                server.http.send(
                    server
                        .http
                        .request("GET", "/health", "", BodyPublishers.noBody())
                        .header("X-Client-CLI-Version", "v1 client=forged")));

    assertThat(log).containsPattern("GET /health 200 \\d+ ms request=\\S+ client=-");
    assertThat(log).doesNotContain("forged");
  }

  @Test
  void credentials_are_in_no_line() {
    StringBuilder password = new StringBuilder();
    String log =
        logOf(
            server -> {
              String path = "/v1/instances/" + server.fixtures.of("mine") + "/credentials";
              password.append(server.send("ann", "GET", path, "").json().get("password").asText());
            });

    assertThat(password).isNotEmpty();
    assertThat(log).contains("/credentials 200 ").doesNotContain(password);
  }

  @Test
  void tokens_and_passwords_are_in_no_line() {
    StringBuilder session = new StringBuilder();
    StringBuilder invite = new StringBuilder();
    String log =
        logOf(
            server -> {
              invite.append(server.fixtures.of("inviteToken"));
              String body =
                  "{\"token\":\"%s\",\"password\":\"%s\"}"
                      .formatted(invite, MemberFixtures.PASSWORD);
              Reply joined = server.http.send("POST", "/v1/invites/accept", "", body);
              session.append(joined.json().get("access_token").textValue());
              server.http.send("POST", "/v1/auth/logout", session.toString(), "");
            });

    assertThat(log).contains("/v1/invites/accept 201 ", "/v1/auth/logout 204 ");
    assertThat(log).doesNotContain(session, invite, MemberFixtures.PASSWORD);
  }

  @Test
  void requests_that_succeed_are_at_debug_and_refusals_at_info() {
    String archive = "/v1/archives/3d4f0a52-4b0c-4f4b-8d57-0e2f8f0f6a01";
    String log =
        logOf(
            server -> {
              server.send("admin", "PUT", archive + "?offset=0", "some bytes");
              server.send("admin", "PUT", archive + "?offset=1", "some bytes");
              server.send("ann", "GET", archive, "");
            });

    assertThat(log)
        .containsPattern("DEBUG dev.goldenrod.http.requests - PUT " + archive + " 200 ")
        .containsPattern("INFO dev.goldenrod.http.requests - PUT " + archive + " 409 ")
        .containsPattern("INFO dev.goldenrod.http.requests - GET " + archive + " 403 ");
  }

  private interface Requests {
    void of(TestServer server);
  }

  /** Returns the log output up to the stop of the server, so that no line is missing. */
  private static String logOf(Requests requests) {
    PrintStream before = System.err;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try (TestServer server = TestServer.of(new InMemoryStore())) {
      requests.of(server);
    } finally {
      System.setErr(before);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }
}
