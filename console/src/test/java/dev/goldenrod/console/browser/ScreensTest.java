package dev.goldenrod.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.console.ServedConsole;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.openqa.selenium.Dimension;

/**
 * Takes the pictures of the console in README and docs: with {@code
 * -Dgoldenrod.screens=docs/pictures} there, otherwise in {@code target/screens}.
 */
@EnabledIf("dev.goldenrod.console.browser.Chromium#isPresent")
@Tag("slow")
class ScreensTest {
  private static final Path FOLDER =
      Path.of(System.getProperty("goldenrod.screens", "target/screens"));

  @Test
  void pictures_show_pages_with_data() {
    try (ServedConsole server = new ServedConsole()) {
      Map<String, String> pages = new PagesWithData(server).pictures();
      try (Chromium browser = Chromium.open(server.address())) {
        browser.signIn();
        browser.resize(new Dimension(1000, 700));
        pages.forEach(
            (name, path) -> {
              browser.visit(path);
              browser.save(FOLDER.resolve("console-" + name + ".png"));
            });
        assertThat(browser.complaints()).isEmpty();
      }
      assertThat(pages.keySet())
          .allSatisfy(
              name -> assertThat(FOLDER.resolve("console-" + name + ".png")).isNotEmptyFile());
    }
  }
}
