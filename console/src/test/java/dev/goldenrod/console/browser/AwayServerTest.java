package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.control.Databases;
import dev.goldenrod.database.DatabaseConfig;
import dev.goldenrod.database.DatabaseType;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What open pages show while the server or its store is away, and after that. */
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
@Tag("slow")
class AwayServerTest {
  private static final String STALE = "This page is not being updated";

  private final ServedConsole server = new ServedConsole();
  private Chromium browser;

  @BeforeEach
  void open_a_page() {
    create("shop");
    browser = Chromium.open(server.address());
    browser.signIn();
    browser.visit("/databases");
    browser.awaitText("shop");
  }

  @AfterEach
  void close() {
    browser.close();
    server.close();
  }

  @Test
  void a_page_says_that_the_store_is_away_keeps_its_list_and_goes_on_afterwards() {
    server.stopStore(true);
    browser.awaitText(STALE);
    assertThat(browser.text()).contains("shop");

    server.stopStore(false);
    create("later");

    browser.awaitText("later");
    browser.awaitTrue("document.getElementById('stale').innerText === ''");
  }

  @Test
  void a_page_says_that_its_session_has_ended() {
    browser.driver.manage().deleteAllCookies();

    browser.awaitText(STALE);
  }

  @Test
  void a_form_without_an_answer_says_that_it_may_have_taken_effect() {
    browser.visit("/databases/shop/stop");
    goOffline(true);

    browser.click("Stop");
    browser.awaitText("the change may or may not have been made");
    browser.click("Goldens");
    browser.awaitText("The server did not answer. Try again in a moment.");

    goOffline(false);
    browser.click("Goldens");
    browser.awaitText("There is no golden");
  }

  private void goOffline(boolean isOffline) {
    browser.driver.executeCdpCommand("Network.enable", Map.of());
    browser.driver.executeCdpCommand(
        "Network.emulateNetworkConditions",
        Map.of(
            "offline", isOffline, "latency", 0, "downloadThroughput", -1, "uploadThroughput", -1));
  }

  private void create(String name) {
    server
        .control
        .databases()
        .create(
            server.admin,
            new Databases.Create(name, DatabaseType.POSTGRESQL, "15", DatabaseConfig.DEFAULT));
    server.work();
  }
}
