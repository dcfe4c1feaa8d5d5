package dev.goldenrod.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Logs in at a server's issuer; the console's tests do so at a real server. */
class SingleSignOnLoginTest {
  private static final String BEGIN = "POST /sign-in/device";
  private static final String ASK = "POST /sign-in/device/token";

  @TempDir private Path home;
  private StubServer server;
  private String url;

  @BeforeEach
  void serve() {
    server = new StubServer(home);
    url = server.environment().get("GOLDENROD_URL");
    server
        .with(BEGIN, 200, begun(60))
        .with("POST /v1/auth/tokens", 201, "{\"id\": \"7\", \"token\": \"grt_kept\"}")
        .with("POST /v1/auth/logout", 204, "")
        .with(
            "GET /v1/auth/me",
            200,
            "{\"email\": \"ann@example.com\", \"role\": \"user\", \"status\": \"active\"}");
  }

  private static String begun(int life) {
    return """
        {"device_code": "corp.x+/=", "user_code": "WDJB-MJHT",
         "verification_uri": "https://id.example/device",
         "verification_uri_complete": "https://id.example/device?user_code=WDJB-MJHT",
         "expires_in": %d, "interval": 0}
        """
        .formatted(life);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void the_user_reads_where_to_sign_in_and_the_login_is_stored() {
    server
        .with(ASK, 400, "{\"error\": \"authorization_pending\"}")
        .then(ASK, 400, "{\"error\": \"authorization_pending\"}")
        .then(ASK, 200, "{\"access_token\": \"grt_session\", \"token_type\": \"Bearer\"}");

    Result login = server.type("login", url, "--sso", "--name", "work");

    assertThat(login.code()).as(login.err()).isZero();
    assertThat(login.err())
        .isEqualTo(
            """
            Open https://id.example/device and enter the code WDJB-MJHT
            or open https://id.example/device?user_code=WDJB-MJHT
            waiting for the sign-in
            logged in to %s as ann@example.com (user); it is the current context, 'work'
            """
                .formatted(url));
    assertThat(server.asked())
        .containsExactly(
            BEGIN,
            ASK,
            ASK,
            ASK,
            "POST /v1/auth/tokens",
            "POST /v1/auth/logout",
            "GET /v1/auth/me");
    assertThat(server.bodies().get(0))
        .contains("device_code=corp.x%2B%2F%3D", "grant-type%3Adevice_code");
    assertThat(home.resolve(".config/goldenrod/tokens/work")).hasContent("grt_kept");
  }

  @Test
  void the_chosen_issuer_is_sent() {
    server.with(ASK, 200, "{\"access_token\": \"grt_session\"}");

    assertThat(server.type("login", url, "--sso", "partner").code()).isZero();

    assertThat(server.bodies()).contains("issuer=partner");
  }

  @Test
  void a_code_that_expires_ends_the_login() {
    server.with(ASK, 400, "{\"error\": \"expired_token\"}");
    assertExpired(server.type("login", url, "--sso"));

    server.with(BEGIN, 200, begun(0));
    assertExpired(server.type("login", url, "--sso"));
  }

  private void assertExpired(Result login) {
    assertThat(login.code()).isEqualTo(6);
    assertThat(login.err()).contains("the code has expired", "goldenrod login " + url + " --sso");
    assertThat(home.resolve(".config")).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"access_denied, Corp ended it", "invalid_grant, the code was used"})
  void a_refusal_ends_the_login_with_its_reason(String error, String reason) {
    server.with(
        ASK, 400, "{\"error\": \"%s\", \"error_description\": \"%s\"}".formatted(error, reason));

    Result login = server.type("login", url, "--sso");

    assertThat(login.code()).isEqualTo(4);
    assertThat(login.err()).endsWith("goldenrod: " + reason + "\n");
    assertThat(home.resolve(".config")).doesNotExist();
  }

  @Test
  void a_server_that_cannot_do_it_is_named_with_the_way_out() {
    server.with(BEGIN, 404, "{\"error\": \"not found\"}");
    Result without = server.type("login", url, "--sso");
    assertThat(without.code()).isEqualTo(1);
    assertThat(without.err()).contains(url + " has no single sign-on").contains("goldenrod login");

    server.with(
        BEGIN,
        400,
        "{\"error\": \"unauthorized_client\", \"error_description\": \"Corp does not offer it\"}");
    Result notOffered = server.type("login", url, "--sso");
    assertThat(notOffered.code()).isEqualTo(1);
    assertThat(notOffered.err()).contains("Corp does not offer it", "--token-stdin < FILE");

    server.with(
        BEGIN, 400, "{\"error\": \"invalid_request\", \"error_description\": \"one of a, b\"}");
    Result several = server.type("login", url, "--sso");
    assertThat(several.code()).isEqualTo(2);
    assertThat(several.err()).contains("one of a, b", "--sso ISSUER");
  }

  @Test
  void other_ways_to_log_in_and_addresses_are_refused_before_anything_is_sent() {
    assertThat(server.type("login", url, "--sso", "--token-stdin").code()).isEqualTo(2);
    assertThat(server.type("login", url, "--sso", "corp", "--email", "a@b.c").code()).isEqualTo(2);
    assertThat(server.type("login", "http://192.0.2.1", "--sso").err())
        .contains("does not use TLS");
    Result swapped = server.type("login", "--sso", url);
    assertThat(swapped.code()).isEqualTo(2);
    assertThat(swapped.err()).contains("the server's URL comes before --sso");

    assertThat(server.asked()).isEmpty();
  }
}
