package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that links and class names in the documentation exist. */
class LinksTest {
  private static final Pattern TESTS = Pattern.compile("^\\|.*\\|([^|]*)\\|$", Pattern.MULTILINE);
  private static final Pattern CLASS = Pattern.compile("`(\\w+(?:Test|IT|Contract))`");
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

  @Test
  void what_survives_what_names_tests_that_are_there() {
    String page = Page.content("docs/operations.md");
    String table = page.substring(page.indexOf("### What survives what"));
    List<String> rows =
        TESTS
            .matcher(table.substring(0, table.indexOf("\n### ", 1)))
            .results()
            .map(row -> row.group(1))
            .skip(2)
            .toList();

    assertThat(rows).hasSizeGreaterThan(10).allMatch(row -> CLASS.matcher(row).find());
    assertThat(String.join("", rows).split("[`, ]+"))
        .filteredOn(name -> !name.isEmpty())
        .isSubsetOf(Page.classes());
  }
}
