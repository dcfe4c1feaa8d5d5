package dev.goldenrod.client;

import static dev.goldenrod.client.ScriptedServer.LOSE;
import static dev.goldenrod.client.ScriptedServer.answer;
import static dev.goldenrod.client.ScriptedServer.ok;
import static dev.goldenrod.client.ScriptedServer.raw;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.goldenrod.client.ApiException.Child;
import dev.goldenrod.client.ApiException.ErrorDetail;
import dev.goldenrod.client.ScriptedServer.Act;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(900)
class AnswersTest {
  private static final String TOKEN = "gr_s3cret";

  private ScriptedServer server;

  @AfterEach
  void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>hello</html>", "{\"id\": ", "{\"id\": 1} and more"})
  void an_answer_that_is_no_JSON_is_none_of_Goldenrods(String body) throws IOException {
    ApiConnection api = connection(ok(body));

    assertThatThrownBy(() -> api.get("/v1/instances"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("no JSON; is it a Goldenrod server?");
  }

  @Test
  void a_refusal_of_another_program_is_none() throws IOException {
    ApiConnection api = connection(answer(502, "", "<html>Bad Gateway</html>"));

    assertThatThrownBy(() -> api.get("/v1/instances"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("was answered with 502 without a reason");
  }

  @Test
  void what_is_no_HTTP_is_no_answer() throws IOException {
    ApiConnection api =
        connectionWith(Duration.ZERO, raw("220 mail.example ESMTP\r\n"), raw("SSH-2.0\r\n"));

    assertThatThrownBy(() -> api.get("/v1/instances")).isInstanceOf(NoAnswerException.class);
  }

  @Test
  void a_huge_answer_is_given_up_and_not_asked_for_again() throws IOException {
    Act endless =
        answer -> {
          answer.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".getBytes());
          byte[] block = new byte[1 << 16];
          while (true) {
            answer.write(block);
          }
        };
    server = ScriptedServer.of(endless, endless);
    ApiConnection api = new ApiConnection(ClientOptions.of(server.address(), TOKEN), 1 << 20);

    assertThatThrownBy(() -> api.get("/v1/instances"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageEndingWith("the answer is larger than 1 MiB");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void an_answer_that_never_ends_is_not_waited_for_longer_than_allowed() throws IOException {
    server =
        ScriptedServer.of(
            answer -> {
              answer.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{".getBytes());
              answer.flush();
              Thread.sleep(Duration.ofSeconds(50).toMillis());
            });
    ApiConnection api =
        new ApiConnection(
            ClientOptions.of(server.address(), TOKEN)
                .withPatience(Duration.ofMillis(300))
                .withRetries(Duration.ZERO));

    assertThatThrownBy(() -> api.post("/v1/instances", Map.of()))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("request timed out; it may have been carried out");
  }

  @Test
  void a_redirect_is_not_followed() throws IOException {
    ApiConnection api = connection(answer(302, "Location: http://elsewhere.invalid/\r\n", ""));

    assertThatThrownBy(() -> api.get("/v1/instances"))
        .isInstanceOf(NoAnswerException.class)
        .hasMessageContaining("302 and redirected to http://elsewhere.invalid/");
  }

  @Test
  void a_client_that_would_follow_redirects_is_refused() {
    HttpClient following =
        HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    ClientOptions options = ClientOptions.of(URI.create("http://127.0.0.1:7878"), TOKEN);

    assertThatThrownBy(() -> options.withHttp(following))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void a_refusal_says_what_the_server_said() throws IOException {
    ApiConnection api =
        connection(
            answer(
                400,
                "X-Request-Id: r-1\r\n",
                """
                {"error": "invalid input", "details": [{"field": "ttl", "problem": "is missing"}]}
                """));

    ApiException refusal =
        catchThrowableOfType(ApiException.class, () -> api.post("/v1/instances", Map.of()));

    assertThat(refusal)
        .hasMessage("POST /v1/instances was refused with 400: invalid input: ttl is missing")
        .returns(400, ApiException::status)
        .returns("invalid input", ApiException::error)
        .returns("r-1", ApiException::requestId)
        .returns(List.of(new ErrorDetail("ttl", "is missing")), ApiException::details)
        .returns(List.of(), ApiException::children);
  }

  @Test
  void a_refusal_names_what_is_in_the_way() throws IOException {
    ApiConnection api =
        connection(
            answer(
                409,
                "",
                """
                {"error": "in use", "children": [
                  {"id": "a", "name": "shop-1", "owner": "u", "phase": "running"},
                  {"id": "b", "owner": "u", "phase": "Ready"}]}
                """));

    ApiException refusal =
        catchThrowableOfType(ApiException.class, () -> api.delete("/v1/databases/shop"));

    assertThat(refusal.children())
        .containsExactly(
            new Child("a", "shop-1", "u", "running"), new Child("b", null, "u", "Ready"));
  }

  @Test
  void a_token_that_counts_no_more_is_a_refusal_and_stands_in_no_text() throws IOException {
    ApiConnection api = connection(answer(401, "", "{\"error\": \"unauthorized\"}"));

    ApiException refusal = catchThrowableOfType(ApiException.class, () -> api.get("/v1/instances"));

    assertThat(refusal.status()).isEqualTo(401);
    assertThat(server.requests().get(0).header("Authorization")).isEqualTo("Bearer " + TOKEN);
    assertThat(trace(refusal) + api + api.options()).doesNotContain(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {TOKEN + "\n", TOKEN + " ", "", TOKEN + "é"})
  void a_token_that_is_none_is_refused_without_saying_it(String token) {
    assertThatThrownBy(() -> ClientOptions.of(URI.create("http://127.0.0.1:7878"), token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:7878", "ftp://a", "/v1", "http://me:pw@a", "http://a/?b=c", "http:"})
  void an_address_that_is_none_is_refused(String address) {
    assertThatThrownBy(() -> ClientOptions.of(URI.create(address), null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageNotContaining("pw");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/team/goldenrod", "/team/goldenrod/"})
  void the_surface_may_lie_below_a_path(String base) throws IOException {
    server = ScriptedServer.of(ok("{}"));

    new ApiConnection(ClientOptions.of(URI.create(server.address() + base), null))
        .get("/v1/instances?name=" + ApiConnection.encode("a b&c/d"));

    assertThat(server.requests().get(0).line())
        .isEqualTo("GET /team/goldenrod/v1/instances?name=a%20b%26c%2Fd HTTP/1.1");
    assertThat(server.requests().get(0).header("Authorization")).isNull();
  }

  @Test
  void what_is_not_there_is_empty_and_its_deletion_changes_nothing() throws IOException {
    Act missing = answer(404, "", "{\"error\": \"not found\"}");
    ApiConnection api = connection(missing, missing, answer(403, "", "{\"error\": \"no\"}"));

    assertThat(api.find("/v1/instances/a")).isEmpty();
    api.deleteIfThere("/v1/instances/a");
    assertThatThrownBy(() -> api.find("/v1/instances/a")).isInstanceOf(ApiException.class);
  }

  @Test
  void each_answer_is_told_of() throws IOException {
    List<Exchange> told = new ArrayList<>();
    server = ScriptedServer.of(answer(200, "X-Request-Id: r-2\r\n", "{}"));

    new ApiConnection(ClientOptions.of(server.address(), TOKEN).withObserver(told::add))
        .get("/v1/instances?name=a");

    assertThat(told).hasSize(1);
    assertThat(told.get(0))
        .returns("GET", Exchange::method)
        .returns("/v1/instances", Exchange::path)
        .returns(200, Exchange::status)
        .returns("r-2", Exchange::requestId);
  }

  @Test
  void bytes_of_an_archive_that_arrived_before_the_connection_was_lost_are_no_conflict()
      throws IOException {
    Act conflict = answer(409, "", "{\"error\": \"conflict: archive a has 4 bytes, not 0\"}");
    String state = "{\"id\": \"a\", \"status\": \"receiving\", \"received_bytes\": %d}";
    Archives archives =
        new GoldenrodClient(connection(LOSE, conflict, ok(state.formatted(4))).options())
            .archives();

    assertThat(archives.append("a", "", 0, new byte[4]).receivedBytes()).isEqualTo(4);
  }

  @Test
  void bytes_of_an_archive_for_another_place_are_a_conflict() throws IOException {
    Act conflict = answer(409, "", "{\"error\": \"conflict: archive a has 9 bytes, not 0\"}");
    String state = "{\"id\": \"a\", \"status\": \"receiving\", \"received_bytes\": 9}";
    Archives archives = new GoldenrodClient(connection(conflict, ok(state)).options()).archives();

    assertThatThrownBy(() -> archives.append("a", "", 0, new byte[4]))
        .isInstanceOf(ApiException.class);
  }

  private ApiConnection connection(Act... acts) throws IOException {
    return connectionWith(Duration.ofSeconds(30), acts);
  }

  private ApiConnection connectionWith(Duration retries, Act... acts) throws IOException {
    server = ScriptedServer.of(acts);
    return new ApiConnection(ClientOptions.of(server.address(), TOKEN).withRetries(retries));
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
