package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the table in docs/testing.md, by which {@code ./verify --changed} selects slow tests. */
class SlowTestsTableTest {
  private static final Pattern ROW =
      Pattern.compile("^\\| `([\\w-]+)` \\| `([\\w#$]+)` \\| \\d+ \\| \\w", Pattern.MULTILINE);

  private static final Pattern TAGGED =
      Pattern.compile(
          "^( *)@Tag\\(\"slow\"\\)\\n(?: *@.*\\n)*.*?\\b(class|void) (\\w+)", Pattern.MULTILINE);

  @Test
  void the_table_names_each_test_with_the_tag_and_no_other() {
    List<String> rows =
        Page.of("docs/testing.md").find(ROW).stream()
            .map(row -> row.group(1) + " " + row.group(2))
            .toList();

    assertThat(rows)
        .hasSizeGreaterThan(30)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(
                    Page.tests().flatMap(SlowTestsTableTest::tagged),
                    Page.sources().flatMap(SlowTestsTableTest::taggedOfContracts))
                .toList());
  }

  /** Tests of contracts are slow where they run on a real data plane. */
  private static Stream<String> taggedOfContracts(Page file) {
    return file.find(TAGGED).stream()
        .map(found -> "dataplane-local LocalDataPlaneContractTest" + member(found));
  }

  private static Stream<String> tagged(Page file) {
    String path = file.toString();
    String module = path.substring(0, path.indexOf("/src/"));
    String name = path.substring(path.lastIndexOf('/') + 1).replace(".java", "");
    return file.find(TAGGED).stream().map(found -> module + " " + name + member(found));
  }

  private static String member(MatchResult found) {
    if (found.group(1).isEmpty()) {
      return "";
    }
    return (found.group(2).equals("class") ? "$" : "#") + found.group(3);
  }
}
