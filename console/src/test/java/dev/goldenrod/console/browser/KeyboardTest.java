package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.console.browser.Keyboard.Stop;
import dev.goldenrod.database.Database;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/** Each page, and a way through the console, by keys alone. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
@Tag("slow")
class KeyboardTest {
  private final ServedConsole server = new ServedConsole();
  private final PagesWithData data = new PagesWithData(server);
  private Chromium browser;
  private Keyboard keyboard;

  @BeforeAll
  void sign_in() {
    browser = Chromium.open(server.address());
    keyboard = new Keyboard(browser);
    browser.signIn();
  }

  @AfterAll
  void close() {
    browser.close();
    server.close();
  }

  Stream<String> pages() {
    return Stream.concat(Stream.of("/sign-in"), data.paths());
  }

  @ParameterizedTest
  @MethodSource("pages")
  void tab_reaches_everything_in_order_and_shows_where_the_focus_is(String page) {
    browser.visit(page);

    requireAllReached();
  }

  private void requireAllReached() {
    List<String> wanted = keyboard.watch();
    List<Stop> stops = keyboard.stops(wanted);

    assertThat(stops.stream().filter(stop -> !stop.isArea()).map(Stop::name)).isEqualTo(wanted);
    assertThat(stops).allMatch(Stop::isOutlined).allMatch(Stop::isUncovered);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void the_first_tab_offers_to_skip_the_navigation(String page) {
    browser.visit(page);
    browser.driver.executeScript("document.activeElement.blur()");

    keyboard.tabTo("Skip to the content");
    keyboard.press(Keys.ENTER);

    assertThat(browser.driver.switchTo().activeElement().getDomAttribute("id")).isEqualTo("main");
  }

  @Test
  void enter_and_space_open_and_close_details_whose_fields_are_reached() {
    browser.visit("/databases/tea-shop");
    List<String> closed = keyboard.watch();
    for (String text :
        browser.texts(
            "return [...document.querySelectorAll('main summary')].map(one => one.innerText)")) {
      keyboard.follow(text);
    }

    assertThat(browser.number("document.querySelectorAll('main details:not([open])').length"))
        .isZero();
    assertThat(keyboard.watch()).hasSizeGreaterThan(closed.size() + 8);
    requireAllReached();
    keyboard.tabTo("Schedule snapshots");
    keyboard.press(Keys.SPACE);
    assertThat(browser.number("document.querySelectorAll('main details:not([open])').length"))
        .isOne();
  }

  @Test
  void the_menu_of_a_narrow_screen_opens_and_leads_to_a_page() {
    browser.resize(Chromium.NARROW);
    browser.visit("/clones");
    List<String> closed = keyboard.watch();
    keyboard.follow("Menu");

    assertThat(closed).noneMatch(one -> one.contains("href=\"/goldens\""));
    assertThat(keyboard.watch()).anyMatch(one -> one.contains("href=\"/goldens\""));
    requireAllReached();
    keyboard.follow("Goldens");
    browser.awaitText("A golden is a versioned");
    browser.resize(Chromium.WIDE);
  }

  @Test
  void a_member_signs_in_makes_a_database_branches_and_deletes_it() {
    browser.driver.manage().deleteAllCookies();
    browser.visit("/databases");
    keyboard.tabTo("Email address");
    keyboard.press(ServedConsole.ADMIN, Keys.TAB, ServedConsole.PASSWORD, Keys.ENTER);
    browser.awaitText("A database stays until it is deleted");
    keyboard.follow("New database");
    browser.awaitText("Small letters");
    keyboard.tabTo("Name");
    keyboard.press("by-keys", Keys.ENTER);
    awaitRunning("by-keys");

    keyboard.follow("Branch");
    browser.awaitText("The branch begins with");
    keyboard.tabTo("Name of the branch");
    keyboard.press("by-keys-next", Keys.ENTER);
    browser.awaitText("Compare with by-keys");
    awaitRunning("by-keys-next");
    keyboard.follow("Show the connection string");
    browser.awaitText("postgres");
    keyboard.follow("Back");
    browser.awaitText("Compare with by-keys");

    keyboard.follow("Delete the database");
    browser.awaitText("Its clients are disconnected");
    keyboard.follow("Delete");
    browser.awaitText("A database stays until it is deleted");
    assertThat(server.control.databases().list(server.admin).stream().map(Database::name))
        .contains("by-keys")
        .doesNotContain("by-keys-next");
  }

  private void awaitRunning(String name) {
    browser.awaitText(name);
    browser.awaitText("provisioning");
    server.work();
    browser.awaitText("running");
  }
}
