package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Tokens;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.Scopes;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignInTest {
  private final ServedConsole server = new ServedConsole();
  private final PlainBrowser browser = new PlainBrowser(server.address());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void pages_ask_strangers_to_sign_in_and_lead_back() {
    HttpResponse<String> refused = browser.get("/clones?cursor=x");

    assertThat(refused.statusCode()).isEqualTo(303);
    assertThat(location(refused)).isEqualTo("/sign-in?next=%2Fclones%3Fcursor%3Dx");
    assertThat(browser.get(location(refused)).body()).contains("value=\"/clones?cursor=x\"");
  }

  @Test
  void a_session_is_in_a_cookie_that_neither_scripts_nor_other_sites_reach() {
    HttpResponse<String> begun = signIn("/goldens");

    assertThat(location(begun)).isEqualTo("/goldens");
    assertThat(begun.headers().firstValue("Set-Cookie").orElseThrow())
        .startsWith("goldenrod=grt_")
        .contains("; Path=/")
        .contains("; HttpOnly")
        .contains("; SameSite=Strict");
    assertThat(browser.get("/goldens").statusCode()).isEqualTo(200);
  }

  @Test
  void a_member_without_a_password_is_warned_before_the_session_ends() {
    browser.get(Console.signInPath(server.control, server.control.admin()));

    HttpResponse<String> warned = browser.sendFrom("/", "/sign-out");
    assertThat(location(warned)).isEqualTo("/sign-out");
    assertThat(browser.get("/sign-out").body()).contains("You have no password", "goldenrod up");
    assertThat(browser.get("/account").statusCode()).isEqualTo(200);

    browser.sendFrom("/sign-out", "/sign-out/now");
    assertThat(browser.get("/account").statusCode()).isEqualTo(303);
  }

  @Test
  void each_session_has_a_token_of_its_own() {
    String first = signIn("/").headers().firstValue("Set-Cookie").orElseThrow();

    String second = signIn("/").headers().firstValue("Set-Cookie").orElseThrow();

    assertThat(second).isNotEqualTo(first);
  }

  @Test
  void a_wrong_password_is_refused_without_telling_whether_the_address_is_known() {
    HttpResponse<String> wrong =
        browser.send("/sign-in", "email", ServedConsole.ADMIN, "password", "x");
    HttpResponse<String> unknown =
        browser.send("/sign-in", "email", "who@example.com", "password", "x");

    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.body()).contains("The address or the password is wrong");
    assertThat(unknown.body()).isEqualTo(wrong.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//evil.example",
        "https://evil.example/",
        "/\\evil.example",
        "/%09/evil.example\n",
        "javascript:alert(1)",
        "evil.example"
      })
  void a_sign_in_never_leads_to_another_host(String next) {
    assertThat(location(signIn(next))).startsWith("/").doesNotStartWith("//").doesNotContain("\\");
  }

  @Test
  void a_sign_out_ends_the_session() {
    signIn("/");

    HttpResponse<String> ended = browser.sendFrom("/", "/sign-out");

    assertThat(location(ended)).isEqualTo("/sign-in");
    assertThat(ended.headers().firstValue("Set-Cookie").orElseThrow())
        .contains("Expires=Thu, 01 Jan 1970");
    assertThat(browser.get("/").statusCode()).isEqualTo(303);
  }

  @Test
  void a_session_ends_with_the_member() {
    server.member("ann@example.com", Role.USER);
    PlainBrowser ann = server.signedIn("ann@example.com");
    assertThat(ann.get("/").statusCode()).isEqualTo(200);

    server.control.members().list(server.admin).stream()
        .filter(user -> user.email().equals("ann@example.com"))
        .forEach(user -> server.control.members().remove(server.admin, user.id()));

    assertThat(ann.get("/").statusCode()).isEqualTo(303);
  }

  @Test
  void the_api_takes_no_cookie() {
    signIn("/");

    assertThat(browser.get("/v1/auth/me").statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "metrics", "read", "golden:base", "database:shop"})
  void the_cookie_takes_no_token_but_that_of_a_session(String scope) {
    Scopes scopes = scope.isEmpty() ? Scopes.ALL : Scopes.of(List.of(scope));
    String token = server.control.tokens().create(server.admin, "ci", 0, scopes).secret();

    assertAskedToSignIn(token);
  }

  @Test
  void the_cookie_takes_neither_the_admin_token_nor_the_code_of_a_link() {
    String admin = Tokens.newToken();
    server.control.members().setBootstrapToken(admin);
    String code = code(link(adminToken()));

    assertAskedToSignIn(admin);
    assertAskedToSignIn(code);
    assertAskedToSignIn("sign-in:" + code);
  }

  private void assertAskedToSignIn(String cookie) {
    String[] headers = {"Cookie", "goldenrod=" + cookie};
    for (String page : List.of("/", "/account/tokens", "/live", "/members")) {
      assertThat(location(browser.get(page, headers))).startsWith("/sign-in");
    }
    HttpResponse<String> sent = browser.post("/account/tokens", "name=a&access=all", headers);
    assertThat(location(sent)).startsWith("/sign-in");
    assertThat(browser.get("/sign-in", headers).statusCode()).isEqualTo(200);
  }

  @Test
  void a_link_signs_in_once() {
    String link = link(adminToken());

    HttpResponse<String> first = browser.get(link);
    HttpResponse<String> second = new PlainBrowser(server.address()).get(link);

    assertThat(location(first)).isEqualTo("/");
    assertThat(browser.get("/").body()).contains(ServedConsole.ADMIN);
    assertThat(second.statusCode()).isEqualTo(401);
  }

  @Test
  void a_link_leads_who_is_signed_in_to_the_overview_and_is_not_used_up() {
    signIn("/");
    String link = link(adminToken());

    assertThat(location(browser.get(link))).isEqualTo("/");
    assertThat(new PlainBrowser(server.address()).get(link).statusCode()).isEqualTo(303);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site", "same-origin"})
  void a_link_that_a_page_leads_to_signs_in_only_after_a_question(String site) {
    assertAsksBeforeSignIn("Sec-Fetch-Site", site);
  }

  @Test
  void a_link_in_a_browser_that_does_not_say_who_leads_to_it_asks_too() {
    assertAsksBeforeSignIn("Accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");
  }

  private void assertAsksBeforeSignIn(String... headers) {
    String link = link(adminToken());

    HttpResponse<String> asked = browser.get(link, headers);

    assertThat(asked.statusCode()).isEqualTo(200);
    assertThat(asked.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(asked.body()).contains("Sign in as " + ServedConsole.ADMIN + "?");
    HttpResponse<String> confirmed = browser.send("/sign-in/link", "code", code(link));
    assertThat(location(confirmed)).isEqualTo("/");
    assertThat(browser.get("/").body()).contains(ServedConsole.ADMIN);
    assertThat(browser.send("/sign-in/link", "code", code(link)).statusCode()).isEqualTo(401);
    assertThat(new PlainBrowser(server.address()).get(link, headers).statusCode()).isEqualTo(401);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site"})
  void a_page_of_another_origin_cannot_answer_the_question(String site) {
    String form = "code=" + code(link(adminToken()));

    HttpResponse<String> refused = browser.post("/sign-in/link", form, "Sec-Fetch-Site", site);

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();
  }

  @Test
  void a_link_that_a_person_opens_signs_in_at_once() {
    HttpResponse<String> opened =
        browser.get(link(adminToken()), "Sec-Fetch-Site", "none", "Accept", "text/html");

    assertThat(location(opened)).isEqualTo("/");
    assertThat(browser.get("/").body()).contains(ServedConsole.ADMIN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"X-Forwarded-For", "x-forwarded-host", "Forwarded", "Via", "X-Real-IP"})
  void a_link_does_not_sign_in_through_a_proxy(String header) {
    String link = link(adminToken());

    HttpResponse<String> opened = browser.get(link, header, "8.8.8.8");
    HttpResponse<String> sent =
        browser.post("/sign-in/link", "code=" + code(link), header, "8.8.8.8");

    assertThat(opened.statusCode()).isEqualTo(200);
    assertThat(opened.body()).contains("Email address");
    assertThat(sent.statusCode()).isEqualTo(403);
    assertThat(location(browser.get("/"))).isEqualTo("/sign-in");
  }

  @Test
  void a_link_expires_after_ten_minutes() {
    String link = link(adminToken());
    server.clock.advance(Duration.ofMinutes(10));

    assertThat(browser.get(link).statusCode()).isEqualTo(401);
  }

  @Test
  void the_code_of_a_link_is_no_token() {
    String code = code(link(adminToken()));

    for (String token : List.of(code, "sign-in:" + code)) {
      HttpResponse<String> me = browser.get("/v1/auth/me", "Authorization", "Bearer " + token);
      assertThat(me.statusCode()).isEqualTo(401);
    }
  }

  @Test
  void a_session_ends_with_the_token_that_its_link_was_created_with() {
    Tokens.Created token = server.control.tokens().create(server.admin, "laptop", 0);
    browser.get(link(token.secret()));
    assertThat(browser.get("/").statusCode()).isEqualTo(200);

    server.control.tokens().delete(server.admin, token.token().id());

    assertThat(browser.get("/").statusCode()).isEqualTo(303);
  }

  @Test
  void strangers_get_no_link() {
    HttpResponse<String> refused =
        browser.post("/sign-in/links", "", "Authorization", "Bearer grt_unknown");

    assertThat(refused.statusCode()).isEqualTo(303);
    assertThat(refused.body()).isEmpty();
  }

  private HttpResponse<String> signIn(String next) {
    return browser.send(
        "/sign-in", "email", ServedConsole.ADMIN, "password", ServedConsole.PASSWORD, "next", next);
  }

  private String adminToken() {
    return server.control.tokens().create(server.admin, "laptop", 0).secret();
  }

  private String link(String token) {
    HttpResponse<String> created =
        new PlainBrowser(server.address())
            .post("/sign-in/links", "", "Authorization", "Bearer " + token);
    assertThat(created.statusCode()).isEqualTo(201);
    return created.body().replaceFirst(".*\"path\":\"([^\"]+)\".*", "$1");
  }

  private static String code(String link) {
    return link.replaceFirst(".*code=", "");
  }

  private static String location(HttpResponse<String> response) {
    return response.headers().firstValue("Location").orElseThrow();
  }
}
