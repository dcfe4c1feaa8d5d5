package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that pages can be read in an editor, and their changes in a diff. */
class LinesTest {
  private static final int WIDTH = 160;
  private static final Pattern CODE =
      Pattern.compile("^ *```.*?^ *```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static List<Page> pages() {
    return Page.all();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void lines_of_text_are_not_too_long(Page page) {
    assertThat(CODE.matcher(page.text()).replaceAll("").lines())
        .as("lines of %s outside of tables and code", page)
        .filteredOn(line -> !line.startsWith("|"))
        .allMatch(line -> line.length() <= WIDTH);
  }
}
