package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import dev.goldenrod.console.ServedConsole;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Dimension;

/** Each page in a real browser: narrow and wide, light and dark, by axe's rules. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@EnabledIf(
    value = "dev.goldenrod.console.browser.Chromium#isPresent",
    disabledReason = "chromium and chromedriver are not installed")
@Tag("slow")
class EveryPageTest {
  private static final List<String> RULES =
      List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice");
  private static final int MAX_PAGE_BYTES = 60 << 10;

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
  void a_page_has_no_finding_of_axe_in_light_and_dark(String page) {
    for (String scheme : List.of("light", "dark")) {
      browser.prefer(scheme);
      browser.visit(page);

      List<Rule> found = new AxeBuilder().withTags(RULES).analyze(browser.driver).getViolations();

      assertThat(found).as("%s in %s", page, scheme).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_fits_any_width_and_moves_nothing(String page) {
    for (Dimension size : List.of(Chromium.NARROW, Chromium.WIDE)) {
      browser.resize(size);
      browser.visit(page);

      assertThat(browser.number("document.documentElement.scrollWidth"))
          .as("width of %s in %s", page, size)
          .isLessThanOrEqualTo(browser.number("document.documentElement.clientWidth"));
      assertThat(browser.layoutShift()).as("%s in %s", page, size).isLessThan(0.1);
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void no_list_scrolls_sideways_on_a_narrow_screen_and_the_menu_takes_one_row(String page) {
    browser.resize(Chromium.NARROW);
    browser.visit(page);

    assertThat(
            browser.number(
                """
                [...document.querySelectorAll('.scroll:has(> table), .scroll:has(> table) td')]
                  .filter(one => one.scrollWidth > one.clientWidth).length
                """))
        .as("lists and cells of %s that are too wide", page)
        .isZero();
    assertThat(browser.number("document.querySelector('.bar').offsetHeight"))
        .as("height of the header of %s in pixels", page)
        .isLessThan(64);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_is_small_and_the_browser_has_no_complaint(String page) {
    browser.complaints();
    browser.visit(page);

    Map<String, Long> sizes = browser.transferSizes();

    assertThat(sizes.values().stream().mapToLong(Long::longValue).sum())
        .as("%s", sizes)
        .isLessThan(MAX_PAGE_BYTES);
    assertThat(browser.complaints()).allMatch(one -> one.contains("/no-such-page"));
  }
}
