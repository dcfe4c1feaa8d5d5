package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.member.Role;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests forms that a browser sends twice, such as after a double click without scripts. */
class RepeatedFormsTest extends ConsoleFixture {
  private static final String[] SHOP = {
    "name", "shop", "engine", "postgresql 15", "memory", "1g", "storage", "5g", "cpu", "1"
  };

  @Test
  void a_repeated_creation_has_the_answer_of_the_first() {
    server.golden("crm");

    assertThat(location(repeated("/databases/-/new", "/databases", SHOP)))
        .isEqualTo("/databases/shop");
    server.work();
    assertThat(
            location(
                repeated("/databases/shop/branch", "/databases/shop/branches", "name", "next")))
        .isEqualTo("/databases/next");
    repeated("/databases/shop/snapshot", "/databases/shop/snapshots", "name", "monday");
    repeated("/clones/new", "/clones", "golden", "crm", "size", "small", "ttl", "1h");
    repeated("/sources/new", "/sources", "host", "db", "dbname", "shop", "secret", "s");

    assertThat(server.control.databases().list(server.admin)).hasSize(2);
    assertThat(server.control.snapshots().list(server.admin, "shop")).hasSize(1);
    assertThat(server.control.instances().list(server.admin)).hasSize(1);
    assertThat(server.control.sources().list(server.admin)).hasSize(1);
  }

  @Test
  void a_repeated_form_with_a_secret_shows_the_same_secret() {
    String[] token = {"name", "ci", "days", "7", "access", "all"};
    String[] invite = {"email", ANN, "role", "user", "days", "3"};

    repeated("/account/tokens", "/account/tokens", token);
    repeated("/members/invites", "/members/invites", invite);

    assertThat(server.control.tokens().list(server.admin)).hasSize(1);
    assertThat(server.control.invites().list(server.admin))
        .filteredOn(one -> one.email().equals(ANN))
        .hasSize(1);
  }

  @Test
  void two_at_once_create_one_token() {
    String page = browser.get("/account/tokens").body();

    List<String> answers =
        Stream.generate(() -> CompletableFuture.supplyAsync(() -> createToken(page)))
            .limit(4)
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .map(HttpResponse::body)
            .distinct()
            .toList();

    assertThat(answers).hasSize(1);
    assertThat(server.control.tokens().list(server.admin)).hasSize(1);
  }

  private HttpResponse<String> createToken(String page) {
    return browser.sendFromShown(
        page, "/account/tokens", "name", "ci", "days", "7", "access", "all");
  }

  @Test
  void the_same_page_with_other_fields_is_another_form_and_a_failed_one_can_be_sent_again() {
    server.golden("crm");
    String page = browser.get("/clones/new").body();

    assertThat(launch(page, "soon").statusCode()).isEqualTo(400);
    assertThat(launch(page, "1h").statusCode()).isEqualTo(303);
    assertThat(launch(page, "2h").statusCode()).isEqualTo(303);

    assertThat(server.control.instances().list(server.admin)).hasSize(2);
  }

  private HttpResponse<String> launch(String page, String ttl) {
    return browser.sendFromShown(page, "/clones", "golden", "crm", "size", "small", "ttl", ttl);
  }

  @Test
  void a_key_of_one_member_is_no_key_of_another() {
    server.member(ANN, Role.ADMIN);
    PlainBrowser ann = server.signedIn(ANN);
    String key =
        browser
            .get("/databases/-/new")
            .body()
            .replaceFirst("(?s).*name=\"key\" value=\"([^\"]+)\".*", "$1");

    assertThat(location(send(browser, key, "shop"))).isEqualTo("/databases/shop");

    assertThat(send(ann, key, "shop").body()).contains("is in use");
  }

  private static HttpResponse<String> send(PlainBrowser from, String key, String name) {
    String[] form = Stream.concat(Stream.of(SHOP), Stream.of("key", key)).toArray(String[]::new);
    return from.sendFrom("/databases/-/new", "/databases", form);
  }

  /** Sends the form of a page twice, and returns the answer that both have. */
  private HttpResponse<String> repeated(String page, String path, String... fields) {
    String shown = browser.get(page).body();
    HttpResponse<String> first = browser.sendFromShown(shown, path, fields);
    HttpResponse<String> second = browser.sendFromShown(shown, path, fields);
    assertThat(first.statusCode()).as(first.body()).isLessThan(400);
    assertThat(second.statusCode()).isEqualTo(first.statusCode());
    assertThat(second.body()).isEqualTo(first.body());
    assertThat(second.headers().firstValue("Location"))
        .isEqualTo(first.headers().firstValue("Location"));
    return second;
  }
}
