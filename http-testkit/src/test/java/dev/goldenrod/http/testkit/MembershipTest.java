package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.testing.InMemoryStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The life of a membership, with the tokens from the API. */
class MembershipTest {
  private TestServer server;
  private String session;
  private String id;

  @BeforeEach
  void join() {
    server = TestServer.of(new InMemoryStore());
    String accept =
        "{\"token\":\"%s\",\"password\":\"%s\"}"
            .formatted(server.fixtures.of("inviteToken"), MemberFixtures.PASSWORD);
    Reply joined = server.http.send("POST", "/v1/invites/accept", "", accept);
    session = joined.json().get("access_token").textValue();
    id = joined.json().get("user").get("id").textValue();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Reply me(String token) {
    return server.http.send("GET", "/v1/auth/me", token, "");
  }

  private String scriptToken() {
    Reply created = server.http.send("POST", "/v1/auth/tokens", session, "{\"name\":\"ci\"}");
    return created.json().get("token").textValue();
  }

  private Reply change(String status) {
    return server.send("admin", "PATCH", "/v1/users/" + id, "{\"status\":\"" + status + "\"}");
  }

  @Test
  void who_accepts_an_invite_is_logged_in() {
    assertThat(me(session).json().get("id").textValue()).isEqualTo(id);
  }

  @Test
  void a_logout_ends_the_session_and_no_script_token() {
    String script = scriptToken();
    assertThat(server.http.send("POST", "/v1/auth/logout", session, "").status()).isEqualTo(204);

    assertThat(me(session).status()).isEqualTo(401);
    assertThat(me(script).status()).isEqualTo(200);
  }

  @Test
  void a_deleted_script_token_is_refused() {
    String script = scriptToken();
    Reply tokens = server.http.send("GET", "/v1/auth/tokens", session, "");
    String token = tokens.json().get("tokens").get(0).get("id").textValue();
    server.http.send("DELETE", "/v1/auth/tokens/" + token, session, "");

    assertThat(tokens.body()).doesNotContain(script);
    assertThat(me(script).status()).isEqualTo(401);
    assertThat(me(session).status()).isEqualTo(200);
  }

  @Test
  void a_disabled_members_tokens_and_sessions_end_for_good() {
    String script = scriptToken();
    change("disabled");
    assertThat(me(session).status()).isEqualTo(401);
    assertThat(me(script).status()).isEqualTo(401);

    change("active");
    assertThat(me(session).status()).isEqualTo(401);
    assertThat(me(script).status()).isEqualTo(401);
  }

  @Test
  void a_removed_member_is_gone_and_its_instances_are_deleted() {
    String launch = "{\"golden\":\"shop\",\"ttl\":\"8h\"}";
    Reply launched = server.http.send("POST", "/v1/instances", session, launch);
    String instance = "/v1/instances/" + launched.json().get("id").textValue();
    server.send("admin", "DELETE", "/v1/users/" + id, "");

    assertThat(me(session).status()).isEqualTo(401);
    assertThat(server.send("admin", "GET", "/v1/users", "").body()).doesNotContain(id);
    assertThat(server.send("admin", "GET", instance, "").json().get("phase").textValue())
        .isEqualTo("Terminating");
  }

  @Test
  void a_refused_login_says_which_scheme_there_is() {
    String wrong = "{\"email\":\"ann@localhost\",\"password\":\"\"}";
    Reply reply = server.http.send("POST", "/v1/auth/login", "", wrong);

    assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
  }

  @Test
  void a_public_body_that_is_too_large_is_refused_as_any_other() {
    Reply reply = server.http.send("POST", "/v1/auth/login", "", " ".repeat(2 << 20));

    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.body()).isEqualTo("{\"error\":\"request body too large\"}");
  }
}
