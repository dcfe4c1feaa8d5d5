package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the documentation names can be found. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("]\\(([^)#\\s]*)(?:#([^)\\s]+))?\\)");

  private static List<Page> pages() {
    return Page.all();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void links_lead_to_files_and_headings_that_are_there(Page page) {
    page.find(LINK).stream()
        .filter(link -> !link.group(1).startsWith("https:"))
        .forEach(
            link -> {
              Path target =
                  link.group(1).isEmpty()
                      ? page.file()
                      : page.file().resolveSibling(link.group(1)).normalize();
              assertThat(target).as("%s in %s", link.group(), page).exists();
              if (link.group(2) != null) {
                assertThat(new Page(target).anchors())
                    .as("%s in %s", link.group(), page)
                    .contains(link.group(2));
              }
            });
  }
}
