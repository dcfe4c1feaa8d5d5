package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.control.Databases.Branch;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.testing.InMemoryStore;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Responses to tokens with scopes. */
class ScopesTest {
  private TestServer server;
  private String database;

  @BeforeEach
  void start() {
    server = TestServer.of(new InMemoryStore());
    database = server.fixtures.of("db");
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String token(String... scopes) {
    return server.control.tokens().create(server.ann, "ci", 0, Scopes.of(List.of(scopes))).secret();
  }

  private Reply get(String path, String token) {
    return server.http.send("GET", path, token, "");
  }

  @Test
  void a_token_that_reads_is_told_no_password() {
    String clone = server.fixtures.of("mine");
    String path = "/v1/databases/" + database;

    assertThat(get(path, TestServer.token("ann")).json().has("url")).isTrue();
    JsonNode seen = get(path, token("read")).json();
    assertThat(seen.has("url")).isFalse();
    assertThat(seen.path("connection").has("host")).isTrue();
    assertThat(seen.path("connection").has("password")).isFalse();
    assertThat(get("/v1/instances/" + clone, token("read")).status()).isEqualTo(200);
    assertThat(get("/v1/instances/" + clone + "/credentials", token("read")).status())
        .isEqualTo(403);
  }

  @Test
  void a_token_of_a_database_sees_that_one_and_its_branches_alone() {
    server.fixtures.of("db");
    server.control.databases().branch(server.ann, database, new Branch("feature", ""));
    server.workUntil(
        () ->
            server.control.databases().find(server.ann, "feature").phase()
                == DatabasePhase.RUNNING);
    server.control.databases().branch(server.ann, "feature", new Branch("detail", ""));
    String token = token("database:" + database);

    assertThat(get("/v1/databases", token).json().path("databases").findValuesAsText("name"))
        .containsExactly(database, "feature", "detail");
    assertThat(get("/v1/databases/" + database, token).json().has("url")).isTrue();
    assertThat(get("/v1/databases/detail", token).status()).isEqualTo(200);
    assertThat(get("/v1/databases/detail", token("database:feature")).status()).isEqualTo(200);
    assertThat(get("/v1/databases/" + database, token("database:feature")).status()).isEqualTo(403);
  }

  @Test
  void a_token_of_a_golden_sees_that_one_and_its_members_clones_alone() {
    String clone = server.fixtures.of("mine");
    server.fixtures.of("yours");

    assertThat(
            get("/v1/snapshots", token("golden:shop"))
                .json()
                .path("snapshots")
                .findValuesAsText("name"))
        .containsExactly("shop");
    assertThat(ids(token("golden:shop"))).containsExactly(clone);
    assertThat(ids(token("golden:other"))).isEmpty();
  }

  private List<String> ids(String token) {
    return get("/v1/instances", token).json().path("instances").findValuesAsText("id");
  }

  @Test
  void what_is_missing_is_said() {
    JsonNode refusal = get("/v1/databases/" + database, token("golden:shop")).json();

    assertThat(refusal.path("error").asText()).isEqualTo("forbidden");
    assertThat(refusal.path("details").get(0).path("problem").asText())
        .isEqualTo(
            "this request requires the scope database:<name> or the scope read; the token has golden:shop");
  }

  @Test
  void a_token_with_scopes_makes_no_other_one() {
    String body = "{\"name\":\"more\"}";

    assertThat(server.http.send("POST", "/v1/auth/tokens", token("read"), body).status())
        .isEqualTo(403);
  }

  @Test
  void a_token_may_no_more_than_its_member_from_the_next_request_on() {
    String token = token("database:" + database);
    String stop = "/v1/databases/" + database + "/stop";
    server.control.members().changeRole(server.admin, server.ann.userId(), Role.VIEWER);

    assertThat(server.http.send("POST", stop, token, "").status()).isEqualTo(403);
    JsonNode seen = get("/v1/databases/" + database, token).json();
    assertThat(seen.path("name").asText()).isEqualTo(database);
    assertThat(seen.has("url")).isFalse();
  }
}
