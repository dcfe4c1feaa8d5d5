package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests who may send forms, and that pages show markup in values as text. */
class FormsTest extends ConsoleFixture {
  @BeforeEach
  void make_a_golden() {
    server.golden("shop");
  }

  @Test
  void a_form_without_the_token_of_the_session_changes_nothing() {
    HttpResponse<String> without =
        browser.send("/clones", "golden", "shop", "size", "small", "ttl", "1h");
    HttpResponse<String> foreign =
        browser.post("/clones", "golden=shop&size=small&ttl=1h&csrf=" + tokenOfAnother());

    assertThat(without.statusCode()).isEqualTo(403);
    assertThat(foreign.statusCode()).isEqualTo(403);
    assertThat(server.control.instances().list(server.admin)).isEmpty();
  }

  private String tokenOfAnother() {
    server.member("eve@example.com", Role.USER);
    return server
        .signedIn("eve@example.com")
        .get("/")
        .body()
        .replaceFirst("(?s).*name=\"csrf\" value=\"([^\"]+)\".*", "$1");
  }

  @Test
  void a_form_of_another_site_is_refused() {
    HttpResponse<String> refused =
        browser.post(
            "/sign-in",
            "email=" + ServedConsole.ADMIN + "&password=x",
            "Origin",
            "https://evil.example");

    assertThat(refused.statusCode()).isEqualTo(403);
  }

  @Test
  void pages_may_not_be_framed_and_run_no_script_but_the_consoles() {
    HttpResponse<String> page = browser.get("/clones");

    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.body()).doesNotContain("<script>").doesNotContain("style=");
    assertThat(page.headers().firstValue("Cache-Control")).hasValue("no-store");
  }

  @Test
  void each_response_has_a_request_id() {
    String asset =
        browser.get("/clones").body().replaceFirst("(?s).*href=\"(/assets/[^\"]+css)\".*", "$1");

    for (String path : List.of("/clones", asset, "/no-such-page", "/deleted/x/restore")) {
      assertThat(requestId(browser.get(path, "X-Request-Id", "my.request-1")))
          .as(path)
          .isEqualTo("my.request-1");
      assertThat(requestId(browser.get(path, "X-Request-Id", "a b"))).as(path).hasSize(36);
    }
    assertThat(requestId(new PlainBrowser(server.address()).get("/clones"))).hasSize(36);
    assertThat(requestId(launch())).hasSize(36);
  }

  private static String requestId(HttpResponse<String> response) {
    return response.headers().firstValue("X-Request-Id").orElseThrow();
  }

  @Test
  void markup_that_others_typed_is_shown_as_text() {
    UUID golden = server.golden("odd", "<script>alert(1)</script>");

    String page = browser.get("/goldens/" + golden).body();

    assertThat(page)
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        .doesNotContain("<script>alert");
  }

  @Test
  void a_clone_is_launched_and_its_login_shown_only_on_request() {
    HttpResponse<String> launched = launch();
    String path = launched.headers().firstValue("Location").orElseThrow();
    server.work();
    server.dataPlane.tellCredentials();

    String page = browser.get(path).body();
    HttpResponse<String> login = browser.sendFrom(path, path + "/login");

    assertThat(page).contains("Ready").doesNotContain("postgres");
    assertThat(login.statusCode()).isEqualTo(200);
    assertThat(login.body()).contains("id=\"uri\"");
  }

  @Test
  void a_wrong_field_is_named() {
    HttpResponse<String> refused =
        browser.sendFrom(
            "/clones/new", "/clones", "golden", "shop", "size", "small", "ttl", "soon");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body())
        .contains("The field time to live must be a duration such as 8h, 90m");
  }

  @Test
  void a_viewer_sees_no_forms_and_cannot_send_them() {
    server.member("vic@example.com", Role.VIEWER);
    PlainBrowser vic = server.signedIn("vic@example.com");

    assertThat(vic.get("/clones").body()).doesNotContain("/clones/new");
    HttpResponse<String> refused =
        vic.sendFrom("/clones", "/clones", "golden", "shop", "size", "small", "ttl", "1h");
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("You may not do this");
  }

  private HttpResponse<String> launch() {
    return browser.sendFrom(
        "/clones/new", "/clones", "golden", "shop", "size", "small", "ttl", "1h");
  }
}
