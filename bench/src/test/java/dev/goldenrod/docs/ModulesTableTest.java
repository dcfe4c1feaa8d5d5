package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who contributes finds each module in the table. */
class ModulesTableTest {
  private static final Pattern BUILT = Pattern.compile("<module>([\\w/-]+)</module>");
  private static final Pattern NAMED = Pattern.compile("`([\\w/-]+)`");

  @Test
  void the_table_names_every_module_of_the_build() {
    List<String> built = names("pom.xml", BUILT);

    assertThat(built).hasSizeGreaterThan(20);
    assertThat(names("CONTRIBUTING.md", NAMED)).containsAll(built);
  }

  private static List<String> names(String file, Pattern pattern) {
    return Page.of(file).find(pattern).stream().map(found -> found.group(1)).toList();
  }
}
