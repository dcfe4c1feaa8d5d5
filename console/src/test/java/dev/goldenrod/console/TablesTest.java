package dev.goldenrod.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables are shown as cards on narrow screens, where each cell needs the name of its column. */
class TablesTest {
  private static final Path TEMPLATES = Path.of("src/main/jte");
  private static final Pattern TABLE = Pattern.compile("<table>.*?</table>", Pattern.DOTALL);
  private static final Pattern COLUMN = Pattern.compile("<th scope=\"col\">(.*?)</th>");
  private static final Pattern CELL = Pattern.compile("<td\\b(?: data-label=\"(.*?)\")?[ >]");

  static Stream<Named<String>> tables() throws IOException {
    try (Stream<Path> templates = Files.list(TEMPLATES)) {
      return templates.sorted().flatMap(TablesTest::tablesOf).toList().stream();
    }
  }

  private static Stream<Named<String>> tablesOf(Path template) {
    return TABLE
        .matcher(read(template))
        .results()
        .map(table -> Named.of(template.getFileName().toString(), table.group()));
  }

  private static String read(Path template) {
    try {
      return Files.readString(template);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void each_cell_names_a_column_of_its_table(String table) {
    List<String> columns = COLUMN.matcher(table).results().map(one -> one.group(1)).toList();
    List<String> labels = CELL.matcher(table).results().map(one -> one.group(1)).toList();

    assertThat(labels).isSubsetOf(columns);
    assertThat(columns).isNotEmpty();
  }
}
