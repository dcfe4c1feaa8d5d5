package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.figure.LaunchMinute;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OverviewTest extends ConsoleFixture {

  @Test
  void the_first_database_is_made_by_the_form_of_the_first_page() {
    HttpResponse<String> made = makeDatabase(browser);

    assertThat(made.headers().firstValue("Location")).hasValue("/databases/shop");
    assertThat(browser.get("/").body())
        .contains("<b>1</b> database<", "provisioning")
        .doesNotContain("First steps");
  }

  @Test
  void the_first_golden_is_imported_and_a_second_attempt_registers_no_second_source() {
    HttpResponse<String> started = startImport("shop");
    startImport("shop");

    assertThat(started.headers().firstValue("Location").orElseThrow()).startsWith("/imports/");
    assertThat(server.control.imports().list(server.admin)).hasSize(1);
    assertThat(server.control.sources().list(server.admin)).hasSize(1);
    assertThat(browser.get("/").body()).contains("<b>1</b> import<");
  }

  @Test
  void the_first_golden_is_imported_with_a_typed_password() {
    browser.sendFrom(
        "/",
        "/first-steps/import",
        "golden",
        "shop",
        "host",
        "db",
        "database",
        "shop",
        "username",
        "reader",
        "password",
        "typed-canary");

    Source source = server.control.sources().list(server.admin).get(0);
    assertThat(
            server.dataPlane.passwordOf(
                new SourceConnection("db", 5432, "shop", "reader", "", source.scopedCredsRef())))
        .contains("typed-canary");
    assertThat(server.control.imports().list(server.admin)).hasSize(1);
    assertThat(browser.get("/").body()).doesNotContain("typed-canary");
  }

  @Test
  void the_first_steps_say_when_a_golden_is_ready_and_end_with_the_first_clone() {
    assertThat(browser.get("/?part=figures").body())
        .contains("data-steps=\"open\"")
        .doesNotContain("A golden is ready");
    assertThat(browser.get("/clones/new").body()).contains("/imports/new\">Import one");

    server.golden("shop");
    assertThat(browser.get("/?part=figures").body()).contains("A golden is ready");
    browser.sendFrom("/", "/clones", "golden", "shop", "size", "small", "ttl", "8h");

    assertThat(browser.get("/?part=figures").body())
        .contains("data-steps=\"done\"")
        .doesNotContain("A golden is ready");
  }

  @Test
  void a_wrong_name_of_a_golden_registers_no_source() {
    assertThat(startImport("No Name").statusCode()).isEqualTo(400);

    assertThat(server.control.sources().list(server.admin)).isEmpty();
  }

  @Test
  void the_first_clone_is_launched_and_failures_are_shown_as_text() {
    server.golden("shop");
    String page = browser.get("/").body();
    assertThat(page).contains("action=\"/clones\"", "name=\"ttl\" value=\"8h\"");
    server.dataPlane.failNextDatabase("<i>disk</i>");
    browser.sendFrom("/", "/clones", "golden", "shop", "size", "small", "ttl", "8h");
    server.work();

    assertThat(browser.get("/").body())
        .contains(
            "Newest failures", "&lt;i&gt;disk&lt;/i&gt;", "1 <span class=\"phase bad\">Failed")
        .doesNotContain("<i>disk");
  }

  @Test
  void a_failed_import_is_shown_until_a_later_one_succeeds_or_its_source_is_deleted() {
    server.dataPlane.failStep(ImportPhase.PROBING, "connection refused");
    startImport("shop");
    server.work();
    assertThat(browser.get("/").body()).contains("Newest failures", "connection refused");
    startImport("shop");
    server.work();
    assertThat(browser.get("/").body()).doesNotContain("Newest failures");

    server.dataPlane.failStep(ImportPhase.PROBING, "connection refused");
    startImport("crm");
    server.work();
    assertThat(browser.get("/").body()).contains("Import of crm, version 1");
    UUID source = server.control.sources().list(server.admin).get(0).id();
    server.control.sources().delete(server.admin, source);
    assertThat(browser.get("/").body()).doesNotContain("Newest failures");
  }

  @Test
  void operators_see_how_much_data_there_is_and_what_is_free() {
    server.golden("shop");

    assertThat(browser.get("/").body())
        .contains("1.0 GiB in goldens, 0 bytes in snapshots", "924 GiB free");
  }

  @Test
  void viewers_get_no_forms_and_users_no_import() {
    server.member(ANN, Role.VIEWER);
    server.member("bob@example.com", Role.USER);
    PlainBrowser viewer = server.signedIn(ANN);
    PlainBrowser user = server.signedIn("bob@example.com");

    assertThat(viewer.get("/").body()).doesNotContain("/first-steps", "Space", "Launches");
    assertThat(user.get("/").body())
        .contains("/first-steps/database")
        .doesNotContain("/first-steps/import", "Space", "Launches");
    assertThat(makeDatabase(viewer).statusCode()).isEqualTo(403);
    assertThat(user.sendFrom("/", "/first-steps/import", "golden", "shop").statusCode())
        .isEqualTo(403);
  }

  @Test
  void without_an_engine_the_first_page_leads_to_the_reasons() {
    server.dataPlane.setEngines(
        List.of(EngineVersion.unavailable("postgresql", "15", "not installed")));
    server.member(ANN, Role.USER);

    assertThat(server.signedIn(ANN).get("/").body())
        .contains("No engine can run now")
        .doesNotContain("/first-steps/database");
  }

  @Test
  void operators_see_launches_as_a_chart_and_as_a_file() {
    Instant minute = Instant.parse("2026-01-31T10:00:00Z");
    server.showLaunches(
        () ->
            List.of(
                new LaunchMinute(minute, 3, Duration.ofMillis(120), Duration.ofMillis(1200)),
                new LaunchMinute(minute.plusSeconds(60), 0, Duration.ZERO, Duration.ZERO)));
    String mark = "10:00 UTC: launches 3, half within 120 ms, 95 % within 1.2 s";
    server.member(ANN, Role.USER);

    assertThat(browser.get("/").body()).contains(mark, "<meter").containsOnlyOnce("<title>10:00");
    HttpResponse<String> file = browser.get("/launches.svg");
    assertThat(file.headers().firstValue("Content-Type").orElseThrow()).startsWith("image/svg+xml");
    assertThat(file.body()).startsWith("<svg").contains(mark);
    assertThat(server.signedIn(ANN).get("/launches.svg").statusCode()).isEqualTo(403);
  }

  private static HttpResponse<String> makeDatabase(PlainBrowser browser) {
    return browser.sendFrom(
        "/", "/first-steps/database", "name", "shop", "engine", "postgresql 15");
  }

  private HttpResponse<String> startImport(String golden) {
    return browser.sendFrom(
        "/",
        "/first-steps/import",
        "golden",
        golden,
        "host",
        "db.example.com",
        "port",
        "5432",
        "database",
        "shop",
        "username",
        "goldenrod",
        "secret",
        "shop-source");
  }
}
