package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Malformed and large input of strangers, which must be a refusal and no incident. */
class StrangersInputTest {
  private static final String EXCHANGE = "/sign-in/token-exchange";
  private static final String SECRET = "a".repeat(43);
  private static final String FORM =
      "grant_type=urn:ietf:params:oauth:grant-type:token-exchange"
          + "&subject_token_type=urn:ietf:params:oauth:token-type:jwt&subject_token=";

  private final SignOnFixture server =
      new SignOnFixture(URI.create("http://127.0.0.1:1"), "client", "secret", "groups");
  private final PlainBrowser browser = new PlainBrowser(server.address);

  @AfterEach
  void close() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/sign-in, email=a%00b@x&password=x",
    "/sign-in, email=a@x&password=%00",
    "/sign-in/link, code=%00",
    "/invite, password=correct+horse+battery&name=%00"
  })
  void a_form_that_cannot_be_read_or_stored_is_refused(String path, String form) {
    HttpResponse<String> refused = browser.post(path, form);

    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(400);
    assertThat(refused.body()).contains("Problem");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/sign-in", "/invite", "/sign-in/link"})
  void a_broken_multipart_form_is_refused(String path) {
    assertThat(multipart(path).statusCode()).isEqualTo(400);
  }

  @Test
  void a_form_in_an_unknown_charset_is_refused() {
    String type = "application/x-www-form-urlencoded; charset=unknown";

    assertThat(browser.postAs(type, "/sign-in", "email=%C3%A4").statusCode()).isEqualTo(400);
  }

  @Test
  void an_address_with_a_character_that_cannot_be_stored_is_refused() {
    assertThat(browser.get("/sign-in?next=%00").statusCode()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(strings = {EXCHANGE, "/sign-in/device", "/sign-in/device/token"})
  void endpoints_of_programs_answer_oauth_errors(String path) {
    assertOAuth(400, "invalid_request", browser.post(path, "grant_type=%00"));
    assertOAuth(413, "invalid_request", browser.post(path, "a=" + "x".repeat(70_000)));
    assertOAuth(400, "invalid_request", multipart(path));
  }

  @Test
  void an_encrypted_token_is_refused() {
    String token = "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.YQ.YQ.YQ.YQ";

    assertOAuth(400, "invalid_request", browser.post(EXCHANGE, FORM + token));
  }

  @Test
  void a_token_of_16_kib_is_read() {
    HttpResponse<String> refused = browser.post(EXCHANGE, FORM + "x".repeat(16 << 10));

    assertOAuth(400, "invalid_request", refused);
    assertThat(refused.body()).contains("not a signed JWT");
  }

  @ParameterizedTest
  @ValueSource(ints = {70_000, 3_000_000})
  void a_form_that_is_too_large_is_refused_as_such(int characters) {
    HttpResponse<String> refused = browser.post("/sign-in", "email=" + "x".repeat(characters));

    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(refused.body()).contains("Problem", "too large");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", ".short.", "." + "\u00e9"})
  void a_forged_cookie_of_a_sign_in_is_refused(String nonceAndVerifier) {
    HttpResponse<String> refused =
        browser.get(
            "/sign-in/oidc/corp/callback?code=x&state=" + SECRET,
            "Cookie",
            "goldenrod-sign-in=corp." + SECRET + nonceAndVerifier + ".Lw");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("did not begin this sign-in");
  }

  private HttpResponse<String> multipart(String path) {
    return browser.postAs("multipart/form-data; boundary=x", path, "{}");
  }

  private static void assertOAuth(int status, String error, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(response.headers().firstValue("Content-Type").orElseThrow())
        .startsWith("application/json");
    assertThat(response.body())
        .startsWith("{\"error\":\"" + error + "\"")
        .contains("error_description");
  }
}
