package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.Masking;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceConnection;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Passwords, checks and changes of sources. */
class SourcePagesTest extends ConsoleFixture {
  private static final String CANARY = "canary-<7f3a>";

  @Test
  void a_typed_password_goes_to_the_data_plane_and_is_shown_nowhere() {
    HttpResponse<String> answer = register("db.example.com", "password", CANARY);

    Source source = source();
    String path = "/sources/" + source.id();
    assertThat(location(answer)).isEqualTo(path);
    assertThat(server.dataPlane.passwordOf(connection(source, "db.example.com"))).contains(CANARY);
    assertThat(
            Stream.of(path, path + "/edit", path + "/check", "/sources", "/audit", "/imports/new")
                .map(page -> browser.get(page).body()))
        .hasSize(6)
        .noneMatch(page -> page.contains("canary-"))
        .anyMatch(page -> page.contains("typed by an admin"));
    assertThat(server.control.auditLog().list(server.admin, 100, null))
        .extracting(AuditEvent::toString)
        .noneMatch(event -> event.contains("canary-"));
    assertThat(register("not a host", "password", CANARY).body())
        .contains("is not a host name")
        .doesNotContain("canary-");
  }

  @Test
  void the_field_of_the_password_is_empty_and_not_kept_by_browsers() {
    assertThat(browser.get("/sources/new").body())
        .contains("<input name=\"password\" type=\"password\" autocomplete=\"off\"")
        .contains("goldenrod secret put NAME --data-dir /srv/")
        .doesNotContain("s3");
    assertThat(browser.get("/").body()).contains("<input name=\"password\" type=\"password\"");
  }

  @Test
  void operators_name_a_secret_and_type_no_password() {
    server.member(ANN, Role.OPERATOR);
    PlainBrowser operator = server.signedIn(ANN);

    assertThat(operator.get("/sources/new").body())
        .contains("goldenrod secret put NAME")
        .doesNotContain("name=\"password\"");
    assertThat(
            operator
                .sendFrom(
                    "/sources/new",
                    "/sources",
                    "host",
                    "db",
                    "dbname",
                    "shop",
                    "username",
                    "u",
                    "password",
                    CANARY)
                .statusCode())
        .isEqualTo(403);
    assertThat(server.control.sources().list(server.admin)).isEmpty();
  }

  @Test
  void without_a_data_plane_of_this_machine_the_form_has_the_commands_alone() {
    server.dataPlane.storePasswords(false);

    assertThat(browser.get("/sources/new").body())
        .contains("goldenrod secret put NAME --data-dir /srv/")
        .doesNotContain("name=\"password\"");
    assertThat(register("db.example.com").body()).contains("The field password or the name of a");
  }

  @Test
  void a_check_says_what_the_source_has_or_why_it_cannot_be_read() {
    register("db.example.com", "password", CANARY);
    String check = "/sources/" + source().id() + "/check";

    assertThat(browser.get(check).body())
        .contains(
            "The connection works",
            "PostgreSQL 17.2, 3.0 GiB, 12 tables",
            "subscription 'feed' is left out");
    server.dataPlane.failSourceChecks("source db:5432/<b> cannot be reached; check the port");
    HttpResponse<String> failed = browser.get(check);
    assertThat(failed.statusCode()).isEqualTo(200);
    assertThat(failed.body())
        .contains("/&lt;b&gt; cannot be reached; check the port", "Replace the password")
        .doesNotContain("The connection works");
  }

  @Test
  void a_password_is_replaced_and_checked() {
    register("db.example.com", "password", CANARY);
    Source source = source();
    String path = "/sources/" + source.id();

    HttpResponse<String> answer = browser.sendFrom(path, path + "/password", "password", "next");

    assertThat(location(answer)).isEqualTo(path + "/check");
    assertThat(server.dataPlane.passwordOf(connection(source, "db.example.com"))).contains("next");
  }

  @Test
  void a_changed_source_keeps_rules_and_needs_its_password_again_for_another_host() {
    register("db.example.com", "password", CANARY);
    Source before = source();
    server.control.masking().put(server.admin, new Masking.Put(before.id(), "version: 1", null));

    assertThat(change(before, "db2.example.com", "").body())
        .contains("The field password must be typed again");
    change(before, "db2.example.com", "other");

    Source after = source();
    assertThat(after.id()).isNotEqualTo(before.id());
    assertThat(after.config()).containsEntry("host", "db2.example.com");
    assertThat(server.dataPlane.passwordOf(connection(after, "db2.example.com"))).contains("other");
    assertThat(server.control.masking().find(server.admin, after.id()).rules())
        .isEqualTo("version: 1");
    assertThat(change(after, "db2.example.com", "").statusCode()).isEqualTo(303);
    assertThat(source()).as("nothing was changed").isEqualTo(after);
  }

  private HttpResponse<String> change(Source source, String host, String password) {
    String path = "/sources/" + source.id();
    return browser.sendFrom(
        path + "/edit",
        path + "/replace",
        "host",
        host,
        "port",
        "5432",
        "dbname",
        "shop",
        "username",
        "reader",
        "cluster",
        source.cluster(),
        "password",
        password);
  }

  private HttpResponse<String> register(String host, String... more) {
    List<String> fields =
        Stream.concat(
                Stream.of("host", host, "port", "5432", "dbname", "shop", "username", "reader"),
                Stream.of(more))
            .toList();
    return browser.sendFrom("/sources/new", "/sources", fields.toArray(String[]::new));
  }

  private Source source() {
    List<Source> all = server.control.sources().list(server.admin);
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  private static SourceConnection connection(Source source, String host) {
    return new SourceConnection(host, 5432, "shop", "reader", "", source.scopedCredsRef());
  }
}
