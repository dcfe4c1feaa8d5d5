package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.database.Database;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each page, and a way through the console, in a browser that runs no scripts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
@Tag("slow")
class WithoutScriptsTest {
  /** The content, with times as the server sent them, and without buttons that copy. */
  private static final String CONTENT =
      """
      document.querySelectorAll('main time').forEach(one => one.textContent = one.dateTime);
      document.querySelectorAll('[data-copy]').forEach(one => one.remove());
      return document.querySelector('main').innerText;
      """;

  /** Tags of elements that do nothing when they are clicked. */
  private static final String DEAD =
      """
      const dead = [...document.querySelectorAll(
        'a:not([href]), button[type=button], form:not([action]), [hx-get]:not(#live), [hx-post]')];
      const unsent = [...document.querySelectorAll('form')]
        .filter(form => form.querySelector('button:not([type=button])') === null);
      return [...dead, ...unsent].filter(one => one.checkVisibility())
        .map(one => one.cloneNode(false).outerHTML);
      """;

  private final ServedConsole server = new ServedConsole();
  private final PagesWithData data = new PagesWithData(server);
  private Chromium browser;

  @BeforeAll
  void sign_in() {
    browser = Chromium.open(server.address());
    browser.signIn();
  }

  @AfterAll
  void close() {
    browser.close();
    server.close();
  }

  Stream<String> pages() {
    return data.paths();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_shows_the_same_and_nothing_that_would_not_work(String page) {
    browser.allowScripts(true);
    browser.visit(page);
    String withScripts = content();
    browser.allowScripts(false);
    browser.visit(page);

    assertThat(browser.texts(DEAD)).isEmpty();
    assertThat(browser.texts("return [document.querySelector('footer').innerText]").get(0))
        .contains("times are in UTC", "without scripts, reload a page to see changes");
    assertThat(content()).isEqualTo(withScripts).isNotEmpty();
  }

  private String content() {
    return String.valueOf(browser.driver.executeScript(CONTENT));
  }

  @Test
  void a_member_signs_in_makes_a_database_branches_and_deletes_it() {
    browser.allowScripts(false);
    browser.driver.manage().deleteAllCookies();
    browser.visit("/databases");
    browser.type("Email address", ServedConsole.ADMIN);
    browser.type("Password", ServedConsole.PASSWORD);
    browser.click("Sign in");
    browser.click("New database");
    browser.type("Name", "plain");
    browser.click("Create the database");
    awaitRunning("plain");
    browser.click("Show the connection string");
    browser.awaitText("postgres");
    assertThat(browser.texts(DEAD)).isEmpty();
    browser.click("Back");

    browser.click("Branch");
    browser.type("Name of the branch", "plain-next");
    browser.click("Create the branch");
    browser.awaitText("Compare with plain");
    awaitRunning("plain-next");
    browser.click("Delete the database");
    browser.awaitText("Its clients are disconnected");
    browser.click("Delete");
    browser.awaitText("A database stays until it is deleted");
    assertThat(server.control.databases().list(server.admin).stream().map(Database::name))
        .contains("plain")
        .doesNotContain("plain-next");
  }

  private void awaitRunning(String name) {
    browser.awaitText(name);
    browser.awaitText("provisioning");
    server.work();
    browser.driver.navigate().refresh();
    browser.awaitText("running");
  }
}
