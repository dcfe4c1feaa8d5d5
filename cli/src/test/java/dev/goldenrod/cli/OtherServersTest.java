package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests servers that are unavailable, slow, older, newer, or not Goldenrod. */
class OtherServersTest {
  private static final String GOLDENS = "GET /v1/snapshots";
  private static final String SHOP = "{\"snapshots\": [{\"id\": \"1\", \"name\": \"shop\"}]}";
  private static final String LIST = "GET /v1/instances";
  private static final String ID = "0198a7a0-0000-7000-8000-000000000000";

  @TempDir private Path home;
  private StubServer server;

  @BeforeEach
  void start() {
    server = new StubServer(home);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void nobody_listens() {
    Result listed = server.type("clone", "list", "--url", "http://127.0.0.1:1", "-o", "json");

    assertThat(listed.code()).isEqualTo(7);
    assertThat(listed.out()).isEmpty();
    assertThat(listed.error().path("code").asText()).isEqualTo("no_server");
    assertThat(listed.error().path("next_steps").get(0).asText()).isEqualTo("goldenrod doctor");
  }

  @Test
  void a_slow_answer_is_waited_for() {
    server.with(LIST, new StubServer.Answer(200, "{\"instances\": []}", 0, 1500));

    assertThat(server.type("clone", "list").code()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>Welcome</html>",
        "{\"instances\": [",
        "[]",
        "{}",
        "null",
        "{\"instances\": 5}"
      })
  void what_answers_is_no_server_of_Goldenrod(String nonsense) {
    Result listed = server.with(LIST, 200, nonsense).type("clone", "list");

    assertThat(listed.code()).isEqualTo(7);
    assertThat(listed.out()).isEmpty();
    assertThat(listed.err()).contains("is it a Goldenrod server?").doesNotContain("Exception");
  }

  @Test
  void an_error_page_is_no_answer() {
    Result listed = server.with(LIST, 500, "<html>Oops</html>").type("clone", "list");

    assertThat(listed.code()).isEqualTo(7);
  }

  @Test
  void a_change_whose_outcome_nobody_knows_is_7_also_when_the_server_says_so() {
    Result added =
        server
            .with("POST /v1/clusters", 503, "{\"error\": \"outcome unknown\"}")
            .type("cluster", "add", "east", "-o", "json");

    assertThat(added.code()).isEqualTo(7);
    assertThat(added.error().path("error").asText()).contains("check before you repeat it");
  }

  @Test
  void an_incident_is_told_with_its_number() {
    Result listed =
        server
            .with(LIST, 500, "{\"error\": \"internal error\", \"incident\": \"abc-7\"}")
            .type("clone", "list");

    assertThat(listed.code()).isEqualTo(1);
    assertThat(listed.err()).contains("internal error").contains("abc-7");
  }

  @Test
  void an_older_server_does_not_know_the_route() {
    Result listed = server.type("engines");

    assertThat(listed.code()).isEqualTo(3);
    assertThat(listed.err()).contains("GET /v1/engines").contains("too old to know it");
  }

  @Test
  void an_older_server_tells_less_of_what_it_lists() {
    server.with(LIST, 200, "{\"instances\": [{\"id\": \"one\"}]}");

    for (String format : new String[] {"table", "json", "yaml", "name", "csv"}) {
      Result listed = server.type("clone", "list", "-o", format);
      assertThat(listed.code()).as(listed.err()).isZero();
      assertThat(listed.out()).contains("one");
    }
  }

  @Test
  void a_newer_server_has_phases_and_fields_that_nobody_knows() {
    String newer =
        """
        {"id": "%s", "phase": "Hibernating", "message": null, "expires_at": "never",
         "storage": {"tier": ["cold"]}, "name": 7}"""
            .formatted(ID);
    server.with("GET /v1/instances/" + ID, 200, newer);
    server.with(LIST, 200, "{\"instances\": [" + newer + "]}");
    server.with("POST /v1/instances", 201, newer).with(GOLDENS, 200, SHOP);

    assertThat(server.type("clone", "show", ID).out()).contains("Hibernating").contains("never");
    JsonNode listed = server.type("clone", "list", "-o", "json").json();
    assertThat(listed.at("/0/storage/tier/0").asText()).isEqualTo("cold");

    Result waited = server.type("clone", "create", "shop", "--timeout", "1s");
    assertThat(waited.code()).isEqualTo(6);
    assertThat(waited.err()).contains("Hibernating").contains("goldenrod clone show " + ID);
  }

  @Test
  void what_is_waited_for_goes_away() {
    server
        .with(GOLDENS, 200, SHOP)
        .with("POST /v1/instances", 201, "{\"id\": \"%s\", \"phase\": \"Pending\"}".formatted(ID));

    Result waited = server.type("clone", "create", "shop");
    assertThat(waited.code()).isEqualTo(3);
    assertThat(waited.err()).contains("is gone");
  }

  @Test
  void the_server_of_a_wait_does_not_answer_until_the_time_is_up() {
    server
        .with(GOLDENS, 200, SHOP)
        .with("POST /v1/instances", 201, "{\"id\": \"%s\", \"phase\": \"Pending\"}".formatted(ID));
    server.with("GET /v1/instances/" + ID, 200, "<html>");

    Result waited = server.type("clone", "create", "shop", "--timeout", "1s");
    assertThat(waited.code()).isEqualTo(6);
    assertThat(waited.err()).contains("the server does not answer");
  }

  @Test
  @Timeout(30)
  void a_wait_ends_in_time_though_its_request_is_never_answered() {
    server
        .with(GOLDENS, 200, SHOP)
        .with("POST /v1/instances", 201, "{\"id\": \"%s\", \"phase\": \"Pending\"}".formatted(ID))
        .with("GET /v1/instances/" + ID, new StubServer.Answer(200, "{}", 0, 60_000));

    Result waited = server.type("clone", "create", "shop", "--timeout", "0s");
    assertThat(waited.code()).isEqualTo(6);
    assertThat(waited.err()).contains("the server does not answer");
  }

  @Test
  @Timeout(30)
  void the_time_of_a_command_includes_what_it_looks_up() {
    server.with(GOLDENS, new StubServer.Answer(200, SHOP, 0, 60_000));

    Result waited = server.type("clone", "create", "shop", "--timeout", "0s");
    assertThat(waited.code()).isEqualTo(6);
    assertThat(waited.err()).contains("the timeout of 0s has expired: the server does not answer");
    assertThat(server.asked()).containsExactly(GOLDENS);
  }

  @Test
  @Timeout(20)
  void the_time_of_a_command_ends_also_while_the_server_is_busy() {
    Result waited = server.busy(GOLDENS, 1).type("clone", "create", "shop", "--timeout", "0s");

    assertThat(waited.code()).isEqualTo(6);
    assertThat(waited.err()).contains("the timeout of 0s has expired: the store is away");
  }

  @Test
  void a_change_is_not_repeated_long_after_the_time_of_its_command() {
    server.with(GOLDENS, 200, SHOP).busy("POST /v1/instances", 6);

    assertThat(server.type("clone", "create", "shop", "--timeout", "0s").code()).isEqualTo(1);
    assertThat(server.asked()).containsExactly(GOLDENS, "POST /v1/instances");
  }

  @Test
  void a_server_holds_a_change_for_no_longer_than_its_command_waits() {
    String made = "{\"name\": \"x\", \"status\": \"provisioning\"}";
    server.with("POST /v1/databases", 202, made).with("GET /v1/databases/x", 200, made);

    assertThat(create("--no-wait").code()).isZero();
    assertThat(create("--timeout", "0s").code()).isEqualTo(6);
    assertThat(server.asked())
        .containsExactly(
            "POST /v1/databases?wait=0s",
            "POST /v1/databases?wait=0s",
            "GET /v1/databases/x?wait=0s");
  }

  private Result create(String... options) {
    return server.type(
        Stream.concat(
                Stream.of("database", "create", "x", "--type", "postgresql", "--version", "15"),
                Stream.of(options))
            .toArray(String[]::new));
  }

  @Test
  void a_wait_continues_while_the_server_or_a_proxy_is_unavailable() {
    server
        .with(GOLDENS, 200, SHOP)
        .with("POST /v1/instances", 201, "{\"id\": \"%s\", \"phase\": \"Pending\"}".formatted(ID))
        .with("GET /v1/instances/" + ID, 503, "{\"error\": \"server is stopping\"}")
        .then("GET /v1/instances/" + ID, 429, "{\"error\": \"too many requests\"}")
        .then(
            "GET /v1/instances/" + ID, 200, "{\"id\": \"%s\", \"phase\": \"Ready\"}".formatted(ID));

    Result waited = server.type("clone", "create", "shop");
    assertThat(waited.code()).as(waited.err()).isZero();
    assertThat(waited.err()).contains(": server is stopping\n").contains(": too many requests\n");
  }

  @Test
  void pages_are_followed_as_far_as_is_asked_for() {
    String event = "{\"id\": \"e%d\", \"action\": \"a\", \"metadata\": {}}";
    StringBuilder page = new StringBuilder();
    for (int i = 0; i < 1000; i++) {
      page.append(page.isEmpty() ? "" : ",").append(event.formatted(i));
    }
    server.with("GET /v1/audit", 200, "{\"events\": [" + page + "], \"next_cursor\": \"next\"}");

    assertThat(server.type("audit", "--limit", "2000", "-o", "name").out().lines()).hasSize(2000);
    assertThat(server.asked())
        .containsExactly("GET /v1/audit?limit=1000", "GET /v1/audit?limit=1000&cursor=next");
  }

  @Test
  void a_database_is_of_the_newest_version_that_is_available() {
    server.with(
        "GET /v1/engines",
        200,
        """
        {"engines": [
          {"type": "postgresql", "version": "9.6", "cluster": "a", "available": true},
          {"type": "postgresql", "version": "15", "cluster": "a", "available": true},
          {"type": "postgresql", "version": "17", "cluster": "a", "available": false, "message": "m"},
          {"type": "postgresql", "version": "16", "cluster": "b", "available": true},
          {"type": "mysql", "version": "8.10", "cluster": "a", "available": true},
          {"type": "mysql", "version": "8.9", "cluster": "a", "available": true}]}""");
    String made = "{\"name\": \"x\", \"status\": \"running\", \"version\": \"as asked\"}";
    server.with("POST /v1/databases", 201, made);

    assertThat(server.type("database", "create", "x").code()).isZero();
    Result unknown = server.type("database", "create", "x", "--type", "oracle");
    assertThat(unknown.code()).isEqualTo(1);
    assertThat(unknown.err())
        .contains("no type 'oracle'; its types are: postgresql, mysql", "goldenrod engines");
    assertThat(server.bodies()).singleElement().asString().contains("\"version\":\"16\"");
    server.type("database", "create", "x", "--type", "mysql");
    server.type("database", "create", "x", "--cluster", "a");
    assertThat(server.bodies().get(1)).contains("\"version\":\"8.10\"");
    assertThat(server.bodies().get(2)).contains("\"version\":\"15\"");
  }

  @Test
  void a_version_that_can_be_downloaded_is_recommended() {
    server.with(
        "GET /v1/engines",
        200,
        """
        {"engines": [
          {"type": "mysql", "version": "5.7", "available": false, "message": "install --from F"},
          {"type": "mysql", "version": "8.0", "available": false, "message": "install 8.0"},
          {"type": "mysql", "version": "8.1", "available": false, "message": "install --from F"}]}""");

    Result none = server.type("database", "create", "x", "--type", "mysql");

    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err())
        .contains("no version of 'mysql' is available: install 8.0", "goldenrod engines");
  }
}
