package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import dev.goldenrod.control.DatabaseUpdate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;

/** What a member does on a page while a change replaces the page's list or state. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
@Tag("slow")
class LiveFocusTest {
  /** Elements that a replacement would take the focus or the input from, by their tags. */
  private static final String UNSAFE =
      """
      const live = document.querySelector('#live') ?? document.createElement('div');
      const isNamed = one => one.id !== ''
        && document.querySelectorAll('#' + CSS.escape(one.id)).length === 1;
      const unnamed = [...live.querySelectorAll('a[href], button, [tabindex]')]
        .filter(one => !isNamed(one));
      const fields = live.querySelectorAll('input:not([type=hidden]), select, textarea, details');
      return [...unnamed, ...fields].map(one => one.cloneNode(false).outerHTML);
      """;

  /** Too narrow for a table, and too wide for cards. */
  private static final Dimension TABLET = new Dimension(800, 740);

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

  @AfterEach
  void lift_the_protection() {
    protect(false);
    browser.resize(Chromium.WIDE);
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
  void what_is_replaced_has_ids_and_no_fields(String page) {
    browser.visit(page);

    assertThat(browser.texts(UNSAFE)).isEmpty();
  }

  @Test
  void a_link_keeps_the_focus() {
    browser.visit("/databases");
    keyboard.tabTo("tea-next");

    protect(true);
    browser.awaitText("protected");

    assertThat(keyboard.focused()).isEqualTo("tea-next");
    keyboard.press(Keys.ENTER);
    browser.awaitText("Compare with tea-shop");
  }

  @Test
  void a_field_keeps_its_text_and_caret_and_details_stay_open() {
    browser.visit("/databases/tea-shop");
    keyboard.follow("Change resources and description");
    keyboard.tabTo("Description");
    keyboard.press("tea", Keys.ARROW_LEFT);

    protect(true);
    browser.awaitText("Deletion\nprotected");
    keyboard.press("x");

    assertThat(keyboard.focused()).isEqualTo("Description");
    assertThat(browser.texts("return [document.activeElement.value]")).containsExactly("texa");
  }

  @Test
  void a_selected_text_stays_until_it_is_selected_no_more() {
    browser.visit("/databases/tea-shop");
    browser.driver.executeScript(
        """
        window.fetched = 0;
        document.addEventListener('htmx:afterRequest', () => window.fetched++);
        getSelection().selectAllChildren(document.querySelector('#live dd'));
        """);

    protect(true);
    browser.awaitTrue("window.fetched >= 1");
    fetchAgain();
    browser.awaitTrue("window.fetched >= 2");

    assertThat(browser.texts("return [getSelection().toString().trim()]"))
        .containsExactly("running");
    browser.driver.executeScript("getSelection().removeAllRanges()");
    fetchAgain();
    browser.awaitText("Deletion\nprotected");
  }

  @Test
  void a_table_stays_where_it_was_scrolled_to() {
    browser.resize(TABLET);
    browser.visit("/databases");
    browser.driver.executeScript("document.getElementById('rows').scrollLeft = 40");

    protect(true);
    browser.awaitText("protected");

    assertThat(browser.number("document.getElementById('rows').scrollLeft")).isEqualTo(40);
  }

  private void fetchAgain() {
    browser.driver.executeScript("htmx.trigger(document.body, 'changed')");
  }

  private void protect(boolean wanted) {
    server
        .control
        .databases()
        .update(server.admin, "tea-shop", DatabaseUpdate.ofProtection(wanted));
  }
}
