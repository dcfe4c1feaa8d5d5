package dev.goldenrod.console;

import static dev.goldenrod.console.SignOnFixture.location;
import static dev.goldenrod.console.SignOnFixture.next;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Signs in at an issuer. */
class IssuerSignInTest {
  private final TestIssuer issuer = new TestIssuer();
  private final SignOnFixture server =
      new SignOnFixture(issuer.url(), TestIssuer.CLIENT, TestIssuer.SECRET, "groups");
  private final PlainBrowser browser = new PlainBrowser(server.address);

  @AfterEach
  void close() {
    server.close();
    issuer.close();
  }

  @Test
  void the_sign_in_page_leads_to_the_issuer() {
    assertThat(browser.get("/sign-in?next=%2Fgoldens").body())
        .contains(
            "<a class=\"button\" hx-boost=\"false\" href=\"/sign-in/oidc/corp?next=%2Fgoldens\">"
                + "Sign in with Example &amp; Sons</a>");
    assertThat(location(browser.get("/sign-in/oidc/corp")))
        .startsWith(issuer.url() + "/authorize?")
        .contains("code_challenge_method=S256", "state=", "nonce=", "response_type=code");
    assertThat(browser.get("/sign-in/oidc/other").statusCode()).isEqualTo(404);
  }

  @Test
  void a_sign_in_at_the_issuer_begins_a_session_of_a_strict_cookie() {
    HttpResponse<String> done = server.signIn(browser, "/goldens");

    assertThat(done.statusCode()).isEqualTo(200);
    assertThat(next(done)).isEqualTo("/goldens");
    assertThat(done.headers().allValues("Set-Cookie"))
        .anySatisfy(
            cookie ->
                assertThat(cookie)
                    .startsWith("goldenrod=grt_")
                    .contains("; HttpOnly", "; SameSite=Strict"));
    assertThat(browser.get("/goldens").body()).contains("ann@example.com");
  }

  @Test
  void the_cookie_of_a_pending_sign_in_is_short_lived_and_taken_back() {
    String begun =
        browser.get("/sign-in/oidc/corp").headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(begun)
        .startsWith("goldenrod-sign-in=corp.")
        .contains("; Max-Age=600", "; HttpOnly", "; SameSite=Lax");

    String back = server.atIssuer(browser, "/");
    browser.get(back);

    assertThat(browser.get(back).body()).contains("This browser did not begin this sign-in");
  }

  @Test
  void admins_read_name_and_url_of_the_issuer_and_no_secret() {
    browser.get(Console.signInPath(server.control, server.control.admin()));

    assertThat(browser.get("/settings").body())
        .contains("<dt>Example &amp; Sons</dt><dd>" + issuer.url() + "</dd>")
        .doesNotContain(TestIssuer.SECRET);
  }

  @Test
  void a_sign_in_never_leads_to_another_host() {
    assertThat(next(server.signIn(browser, "%2F%2Fevil.example"))).isEqualTo("/");
  }

  @Test
  void an_account_that_may_not_be_a_member_reads_whom_to_ask() {
    issuer.email = "eve@else.example";

    HttpResponse<String> refused = server.signIn(browser, "/");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body())
        .contains("No member has the address eve@else.example; ask it@example.com.")
        .doesNotContain("grt_");
    assertThat(refused.headers().allValues("Set-Cookie"))
        .noneMatch(cookie -> cookie.startsWith("goldenrod="));
  }

  @Test
  void a_code_of_another_browser_is_refused() {
    String back = server.atIssuer(browser, "/");
    PlainBrowser victim = new PlainBrowser(server.address);

    assertRefused(victim, victim.get(back));
    server.atIssuer(victim, "/");
    assertRefused(victim, victim.get(back));
  }

  @Test
  void an_answer_without_state_or_of_another_issuer_is_refused() {
    String back = server.atIssuer(browser, "/");
    assertRefused(browser, browser.get(back.replaceFirst("&state=[^&]*", "")));

    assertRefused(
        browser, browser.get(server.atIssuer(browser, "/") + "&iss=https://evil.example"));
  }

  @Test
  void an_issuer_that_ends_the_sign_in_is_named() {
    String back = server.atIssuer(browser, "/").replaceFirst("code=[^&]*", "error=access_denied");

    assertThat(browser.get(back).body()).contains("Example &amp; Sons ended the sign-in");
  }

  @Test
  void a_clock_that_is_a_minute_off_is_no_lie() {
    issuer.lie =
        claims ->
            claims
                .issueTime(Date.from(Instant.now().plusSeconds(45)))
                .notBeforeTime(Date.from(Instant.now().plusSeconds(45)));
    assertThat(server.signIn(browser, "/").statusCode()).isEqualTo(200);

    issuer.lie = claims -> claims.expirationTime(Date.from(Instant.now().minusSeconds(45)));
    assertThat(server.signIn(browser, "/").statusCode()).isEqualTo(200);
  }

  @Test
  void a_rotated_key_is_accepted_at_once() {
    assertThat(server.signIn(browser, "/").statusCode()).isEqualTo(200);
    issuer.key = TestIssuer.newKey();
    issuer.published = new JWKSet(issuer.key.toPublicJWK());

    assertThat(server.signIn(browser, "/").statusCode()).isEqualTo(200);
  }

  @Test
  void a_session_ends_within_five_minutes_when_the_issuer_no_longer_confirms_the_account() {
    server.signIn(browser, "/");
    server.clock.advance(Duration.ofMinutes(4));
    server.signOn.renewDue();
    server.clock.advance(Duration.ofMinutes(4));
    assertThat(browser.get("/").statusCode()).isEqualTo(200);

    issuer.refreshFailure = "invalid_grant";
    server.signOn.renewDue();

    assertThat(location(browser.get("/"))).isEqualTo("/sign-in");
  }

  @Test
  void a_session_pauses_while_the_issuer_is_away() {
    server.signIn(browser, "/");
    issuer.refreshFailure = "server_error";
    server.clock.advance(Duration.ofMinutes(5));
    server.signOn.renewDue();
    assertThat(location(browser.get("/"))).isEqualTo("/sign-in");

    issuer.refreshFailure = "";
    server.signOn.renewDue();

    assertThat(browser.get("/").statusCode()).isEqualTo(200);
  }

  @Test
  void the_password_of_a_member_ends_with_its_account_and_not_while_the_issuer_is_away() {
    server.addMember("ann@example.com");
    server.signIn(browser, "/");
    server.clock.advance(Duration.ofMinutes(4));
    issuer.refreshFailure = "server_error";
    server.signOn.renewDue();
    assertThat(passwordStatus()).isEqualTo(303);

    issuer.refreshFailure = "invalid_grant";
    server.signOn.renewDue();
    assertThat(passwordStatus()).isEqualTo(401);

    server.signIn(browser, "/");
    assertThat(passwordStatus()).isEqualTo(303);
  }

  /** Returns the status of a sign-in with the right password in another browser. */
  private int passwordStatus() {
    return new PlainBrowser(server.address)
        .send("/sign-in", "email", "ann@example.com", "password", SignOnFixture.PASSWORD)
        .statusCode();
  }

  @Test
  void groups_set_the_role_also_while_a_session_lasts() {
    issuer.groups = List.of("dba");
    server.signIn(browser, "/");
    assertThat(role()).isEqualTo("operator");

    issuer.groups = List.of();
    server.clock.advance(Duration.ofMinutes(4));
    server.signOn.renewDue();

    assertThat(role()).isEqualTo("user");
  }

  @Test
  void an_issuer_that_is_away_is_named_and_passwords_still_work() {
    issuer.close();

    HttpResponse<String> away = browser.get("/sign-in/oidc/corp");
    assertThat(away.statusCode()).isEqualTo(503);
    assertThat(away.body()).contains("Example &amp; Sons cannot be asked now");
    assertThat(browser.get("/sign-in").statusCode()).isEqualTo(200);
  }

  private String role() {
    return server.control.members().list(server.control.admin()).stream()
        .filter(user -> user.email().equals("ann@example.com"))
        .map(user -> user.role().wireName())
        .findFirst()
        .orElseThrow();
  }

  private static void assertRefused(PlainBrowser browser, HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(403);
    assertThat(location(browser.get("/"))).isEqualTo("/sign-in");
  }
}
