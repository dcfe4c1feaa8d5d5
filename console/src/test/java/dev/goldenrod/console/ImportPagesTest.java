package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import dev.goldenrod.member.Role;
import java.io.ByteArrayInputStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** Sources and the imports that read them. */
class ImportPagesTest {
  private final ServedConsole server = new ServedConsole();
  private final PlainBrowser browser = server.signedIn(ServedConsole.ADMIN);

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void a_source_is_registered_listed_and_deleted() {
    register("db.example.com");
    UUID id = server.control.sources().list(server.admin).get(0).id();
    assertThat(browser.get("/sources").body())
        .contains("db.example.com:5432<wbr>/shop", "shop-secret");

    String question = browser.get("/sources/" + id + "/delete").body();
    browser.sendFrom("/sources/" + id + "/delete", "/sources/" + id + "/delete");

    assertThat(question).contains("Goldens that were imported from it stay");
    assertThat(server.control.sources().list(server.admin)).isEmpty();
  }

  @Test
  void the_page_of_a_source_that_is_read_says_that_it_cannot_be_deleted() {
    server.dataPlane.holdImports();
    register("db.example.com");
    start("shop");
    UUID id = server.control.sources().list(server.admin).get(0).id();

    String question = browser.get("/sources/" + id + "/delete").body();

    assertThat(question).contains("Imports that still read from this source: 1");
  }

  @Test
  void a_wrong_host_is_named_as_the_form_does() {
    HttpResponse<String> refused = register("not a host");

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.body()).contains("The field host 'not a host' is not a host name");
  }

  @Test
  void an_import_shows_its_phases_and_the_progress_of_the_running_one() {
    server.dataPlane.holdImports();
    register("db.example.com");
    String path = start("shop").headers().firstValue("Location").orElseThrow();
    UUID id = importJob().id();
    server.work();
    server.dataPlane.finishStep(id);
    server.work();
    server.dataPlane.reportProgress(id, new Progress(10, 40, "tables"));
    server.work();

    String page = browser.get(path).body();

    assertThat(page)
        .contains("Provisioning", "running: 10 of 40 tables (25 %)")
        .contains("<progress max=\"100\" value=\"25\"")
        .contains("Cancel the import");
  }

  @Test
  void an_import_that_succeeded_shows_its_warnings_and_leaves_a_version() {
    server.dataPlane.warnAtStep(ImportPhase.IMPORTING, "<b>extension</b> x is missing");
    register("db.example.com");
    String path = start("shop").headers().firstValue("Location").orElseThrow();
    server.work();

    assertThat(browser.get("/imports").body())
        .contains("<td data-label=\"Source\">db.example.com:5432/shop</td>");
    assertThat(browser.get(path).body())
        .contains("/clones/new?golden=shop&amp;version=1")
        .contains("Succeeded", "&lt;b&gt;extension&lt;/b&gt; x is missing")
        .doesNotContain("running:");
    browser.sendFrom(path + "/delete", path + "/delete");
    assertThat(server.control.imports().list(server.admin)).isEmpty();
    assertThat(server.control.goldens().list(server.admin)).hasSize(1);
  }

  @Test
  void an_import_that_failed_says_why() {
    register("db.invalid");
    String path = start("shop").headers().firstValue("Location").orElseThrow();
    server.work();

    assertThat(browser.get(path).body()).contains("Failed", "cannot be reached", "Import again");
  }

  @Test
  void a_failed_import_names_its_phase_and_shows_the_time_of_each_in_page_and_file()
      throws Exception {
    String path = failedWhileImporting();

    String page = browser.get(path).body();
    HttpResponse<String> file = browser.get(path + "/phases.svg");

    assertThat(page)
        .contains("Failed</span>", " in phase Importing</dd>")
        .contains("<span class=\"phase bad\">failed</span>", "✕ failed after ")
        .contains("Provisioning: 10 s. Importing: failed after ", "Snapshotting: not reached.");
    assertThat(file.headers().firstValue("Content-Type").orElseThrow()).startsWith("image/svg+xml");
    assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
        .contains("shop-version-1-phases.svg");
    Document svg = xml(file.body());
    assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
    assertThat(svg.getElementsByTagName("rect").getLength()).as("ground and 4 bars").isEqualTo(5);
  }

  /** Returns the path of an import that probed and provisioned for ten seconds each. */
  private String failedWhileImporting() {
    server.dataPlane.holdImports();
    register("db.example.com");
    String path = start("shop").headers().firstValue("Location").orElseThrow();
    server.work();
    server.dataPlane.finishStep(importJob().id());
    server.work();
    server.dataPlane.failStep(ImportPhase.IMPORTING, "no space left");
    server.dataPlane.releaseImports();
    server.work();
    return path;
  }

  private static Document xml(String text) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(text.strip().getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void a_running_phase_shows_its_time_so_far() {
    server.dataPlane.holdImports();
    register("db.example.com");
    String path = start("shop").headers().firstValue("Location").orElseThrow();
    server.work();
    server.clock.advance(Duration.ofMinutes(2));

    assertThat(browser.get(path).body())
        .contains("class=\"number\">2 min 10 s so far</td>", "running, 2 min 10 s so far");
  }

  @Test
  void an_import_is_cancelled() {
    server.dataPlane.holdImports();
    register("db.example.com");
    String path = start("shop").headers().firstValue("Location").orElseThrow();
    server.work();

    browser.sendFrom(path + "/cancel", path + "/cancel");
    server.work();

    assertThat(browser.get(path).body()).contains("cancelled by " + ServedConsole.ADMIN);
  }

  @Test
  void only_operators_see_sources_and_imports_and_may_change_them() {
    server.member("uma@example.com", Role.USER);
    PlainBrowser uma = server.signedIn("uma@example.com");

    assertThat(uma.get("/").body()).doesNotContain("/sources").doesNotContain("/imports");
    String drawing = "/imports/" + UUID.randomUUID() + "/phases.svg";
    for (String path : List.of("/sources", "/sources/new", "/imports", "/imports/new", drawing)) {
      assertThat(uma.get(path).statusCode()).as(path).isEqualTo(403);
    }
    assertThat(uma.sendFrom("/", "/sources", "host", "h").statusCode()).isEqualTo(403);
    assertThat(
            uma.sendFrom("/", "/imports", "source", UUID.randomUUID().toString(), "golden", "x")
                .statusCode())
        .isEqualTo(403);
  }

  private HttpResponse<String> register(String host) {
    return browser.sendFrom(
        "/sources/new",
        "/sources",
        "host",
        host,
        "port",
        "5432",
        "dbname",
        "shop",
        "username",
        "reader",
        "secret",
        "shop-secret");
  }

  private HttpResponse<String> start(String golden) {
    UUID source = server.control.sources().list(server.admin).get(0).id();
    return browser.sendFrom(
        "/imports/new", "/imports", "source", source.toString(), "golden", golden);
  }

  private ImportJob importJob() {
    return server.control.imports().list(server.admin).get(0);
  }
}
