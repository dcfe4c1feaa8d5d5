package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Instances;
import dev.goldenrod.control.Pools;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.control.Sources;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.SourceKind;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pages and forms of goldens. */
class GoldenPagesTest {
  private final ServedConsole server = new ServedConsole();
  private PlainBrowser browser = server.signedIn(ServedConsole.ADMIN);
  private final UUID golden = server.golden("shop");
  private final String path = "/goldens/" + golden;

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void the_page_shows_age_and_who_has_clones_of_which_version() {
    Actor uma = server.member("uma@example.com", Role.USER);
    launch(uma, 1);
    launch(uma, 1);
    addVersionAfter(Duration.ofDays(3));

    String page = browser.get(path).body();

    assertThat(page)
        .contains("2, less than a minute old")
        .contains("class=\"number\">3 days</td>")
        .contains(">uma@example.com</td><td data-label=\"Clones\" class=\"number\">2</td>")
        .contains("/clones/new?golden=shop&amp;version=1");
    assertThat(server.signedIn("uma@example.com").get(path).body())
        .contains(">you</td><td data-label=\"Clones\" class=\"number\">2</td>")
        .doesNotContain(path + "/share");
  }

  @Test
  void versions_are_drawn_in_the_page_and_in_a_file() throws Exception {
    addVersionAfter(Duration.ofDays(1));

    HttpResponse<String> file = browser.get(path + "/versions.svg");

    assertThat(browser.get(path).body()).contains("<svg", "Version 2, 1.0 GiB, 0 clones");
    assertThat(file.headers().firstValue("Content-Type").orElseThrow()).startsWith("image/svg+xml");
    assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
        .contains("shop-versions.svg");
    byte[] svg = file.body().strip().getBytes(StandardCharsets.UTF_8);
    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg))
                .getElementsByTagName("circle")
                .getLength())
        .isEqualTo(2);
  }

  @Test
  void members_see_the_name_of_the_source_of_a_version() {
    UUID source =
        server
            .control
            .sources()
            .create(
                server.admin,
                new Sources.Create(SourceKind.RDS, Map.of("host", "db", "dbname", "crm"), "s"))
            .id();
    ImportJob job =
        server.control.imports().start(server.admin, new Imports.Start(source, "crm", null));
    server.work();
    server.control.goldens().share(server.admin, job.goldenId(), true);
    server.member("uma@example.com", Role.USER);
    String page = "/goldens/" + job.goldenId();

    assertThat(browser.get(page).body()).contains("/imports/" + job.id() + "\">db/crm</a>");
    assertThat(server.signedIn("uma@example.com").get(page).body())
        .contains("db/crm")
        .doesNotContain(job.id().toString());
    server.control.sources().delete(server.admin, source);
    assertThat(server.signedIn("uma@example.com").get(page).body())
        .doesNotContain("db/crm", job.id().toString());
  }

  @Test
  void a_version_is_made_of_a_snapshot_that_is_chosen_by_its_name() {
    server
        .control
        .databases()
        .create(
            server.admin,
            new Databases.Create("orders", DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();
    UUID snapshot =
        server
            .control
            .snapshots()
            .take(server.admin, "orders", new Snapshots.Take("monday", ""))
            .id();
    server.work();
    String form = "/goldens/new?database=orders&snapshot=" + snapshot;

    assertThat(browser.get("/databases/orders").body())
        .contains(form.replace("&", "&amp;") + "\">Make a golden");
    assertThat(browser.get("/goldens/new?database=none").body())
        .contains("There is no database none", "<option value=\"orders\"></option>");
    assertThat(browser.get(form).body())
        .contains("<option value=\"" + snapshot + "\" selected>monday, 20");
    browser.sendFrom(form, "/goldens", "name", "of-orders", "snapshot", snapshot.toString());
    assertThat(server.control.goldens().list(server.admin))
        .anyMatch(one -> one.golden().name().equals("of-orders") && one.latestVersion() == 1);
    server.member("uma@example.com", Role.USER);
    assertThat(server.signedIn("uma@example.com").get(form).statusCode()).isEqualTo(403);
  }

  @Test
  void an_operator_shares_and_protects() {
    send("/share", "with", "admin");
    send("/protect", "protected", "true");

    assertThat(browser.get(path).body())
        .contains("operators only", "it cannot be deleted", "Allow its deletion")
        .doesNotContain(path + "/delete");
    assertThat(send("/delete").statusCode()).isEqualTo(409);
  }

  @Test
  void a_golden_is_deleted_with_its_clones_only_if_that_is_asked_for() {
    launch(server.admin, 0);
    assertThat(browser.get(path + "/delete").body()).contains("you: 1 of version 1");

    assertThat(send("/delete").statusCode()).isEqualTo(409);
    assertThat(send("/delete", "clones", "on").statusCode()).isEqualTo(303);

    assertThat(server.control.goldens().list(server.admin)).isEmpty();
  }

  @Test
  void a_golden_of_a_pool_names_the_pool_instead_of_a_form() {
    UUID pool =
        server
            .control
            .pools()
            .create(server.admin, new Pools.Create("shop", 0, InstanceSize.SMALL, 2))
            .pool()
            .id();

    assertThat(browser.get(path + "/delete").body())
        .contains("cannot be deleted yet", "/pools/" + pool)
        .doesNotContain("action=\"" + path + "/delete\"");
  }

  @Test
  void a_version_is_registered_by_hand() {
    browser.sendFrom(
        "/goldens/new",
        "/goldens",
        "name",
        "shop",
        "substrate",
        "postgres",
        "handle",
        "dir:/next",
        "size",
        "3");

    List<GoldenVersion> versions = server.control.goldens().versions(server.admin, golden);
    assertThat(versions).hasSize(2);
    assertThat(versions.get(1).sizeBytes()).isEqualTo(3 << 20);
  }

  @Test
  void members_change_no_golden() {
    server.member("uma@example.com", Role.USER);
    PlainBrowser uma = server.signedIn("uma@example.com");

    for (String form : List.of("/share", "/protect", "/delete")) {
      assertThat(uma.sendFrom(path, path + form).statusCode()).as(form).isEqualTo(403);
    }
    assertThat(
            uma.sendFrom(path, "/goldens", "name", "x", "substrate", "postgres", "handle", "dir:/x")
                .statusCode())
        .isEqualTo(403);
    assertThat(uma.get("/goldens/new").statusCode()).isEqualTo(403);
    assertThat(uma.get(path + "/delete").statusCode()).isEqualTo(403);
  }

  /** Adds a version some days later, when earlier sessions have expired. */
  private void addVersionAfter(Duration pause) {
    server.clock.advance(pause);
    server.golden("shop");
    browser = server.signedIn(ServedConsole.ADMIN);
  }

  private HttpResponse<String> send(String form, String... fields) {
    return browser.sendFrom(path, path + form, fields);
  }

  private void launch(Actor member, int version) {
    server
        .control
        .instances()
        .launch(
            member, new Instances.Launch("shop", InstanceSize.SMALL, Ttl.parse("200h"), version));
    server.work();
  }
}
