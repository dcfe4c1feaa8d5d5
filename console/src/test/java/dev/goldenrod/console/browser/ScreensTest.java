package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.Dimension;

/**
 * Takes the pictures of the console in README and docs: with {@code
 * -Dgoldenrod.screens=docs/pictures} there, otherwise in {@code console/target/screens}.
 */
@EnabledIf("dev.goldenrod.console.browser.Chromium#isPresent")
@Tag("slow")
class ScreensTest {
  private static final Path FOLDER =
      Path.of("..").resolve(System.getProperty("goldenrod.screens", "console/target/screens"));
  private static final long MOST_BYTES = 100 << 10;

  @Test
  void pictures_show_pages_with_data() {
    try (ServedConsole server = new ServedConsole()) {
      PicturedConsole console = new PicturedConsole(server);
      try (Chromium browser = Chromium.open(server.address(), "--hide-scrollbars")) {
        browser.signIn();
        save(browser, "overview", "/", 1180, 825);
        save(browser, "tree", "/databases/orders/tree", 1180, 440);
        save(browser, "golden", "/goldens/" + console.golden(), 1180, 720);
        save(browser, "import", "/imports/" + console.importing(), 1180, 760);
        save(browser, "narrow", "/databases/orders", 390, 760);
        browser.prefer("dark");
        save(browser, "clones", "/clones", 1180, 560);
        assertThat(browser.complaints()).isEmpty();
      }
    }
  }

  private static void save(Chromium browser, String name, String page, int width, int height) {
    Path file = FOLDER.resolve("console-" + name + ".png");
    browser.resize(new Dimension(width, height));
    browser.visit(page);
    browser.driver.executeScript("document.documentElement.style.scrollbarGutter = 'auto'");
    browser.save(file);
    assertThat(file).isNotEmptyFile();
    assertThat(file.toFile().length()).as("bytes of %s", file).isLessThan(MOST_BYTES);
  }
}
