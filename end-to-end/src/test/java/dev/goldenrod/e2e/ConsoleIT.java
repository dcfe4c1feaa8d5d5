package dev.goldenrod.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.browser.Chromium;
import java.net.URI;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests the console of a new server in a browser, with real databases. */
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
class ConsoleIT {
  @TempDir private Path folder;
  private ServerProcess server;
  private Chromium browser;

  @BeforeEach
  void start() {
    server = ServerProcess.in(folder).start();
    browser = Chromium.open(URI.create(server.address()));
  }

  @AfterEach
  void end() {
    browser.close();
    server.close();
  }

  @Test
  void a_link_leads_to_a_database_and_its_branch() throws SQLException {
    browser.visit(server.api().post("/sign-in/links", Map.of()).path("path").asText());
    browser.awaitText("First steps");
    browser.type("Name", "orders");
    browser.click("Make the database");
    browser.awaitText("running");
    browser.click("Show the connection string");
    browser.awaitText("postgres");
    assertThat(answer(browser.textOf("uri"))).isEqualTo("42");

    browser.visit("/databases/orders");
    browser.click("Branch");
    browser.type("Name of the branch", "next");
    browser.click("Create the branch");
    browser.awaitText("Branch of\norders");
    browser.awaitText("running");
    assertThat(browser.complaints()).isEmpty();
  }

  private static String answer(String uri) throws SQLException {
    String jdbc = "jdbc:" + uri.replaceFirst("//[^@]+@", "//");
    String[] login = uri.replaceFirst(".*//([^@]+)@.*", "$1").split(":");
    try (Connection connection = DriverManager.getConnection(jdbc, login[0], login[1]);
        var statement = connection.createStatement();
        var rows = statement.executeQuery("SELECT 6 * 7")) {
      rows.next();
      return rows.getString(1);
    }
  }
}
