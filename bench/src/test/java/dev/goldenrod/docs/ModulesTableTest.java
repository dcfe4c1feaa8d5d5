package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the table of modules is complete. */
class ModulesTableTest {
  private static final Pattern BUILT = Pattern.compile("<module>([\\w/-]+)</module>");
  private static final Pattern NAMED = Pattern.compile("`([\\w/-]+)`");

  @Test
  void the_table_names_every_module_of_the_build() {
    List<String> built = names("pom.xml", BUILT);

    assertThat(built).hasSizeGreaterThan(20);
    assertThat(names("CONTRIBUTING.md", NAMED)).containsAll(built);
  }

  @Test
  void every_module_with_code_has_a_page_that_names_the_files_to_read_first() {
    assertThat(names("pom.xml", BUILT))
        .filteredOn(module -> !module.startsWith("examples/"))
        .filteredOn(module -> Files.isDirectory(Page.of(module + "/src").file()))
        .allSatisfy(module -> assertThat(Page.of(module + "/README.md").file()).exists());
  }

  private static List<String> names(String file, Pattern pattern) {
    return Page.of(file).find(pattern).stream().map(found -> found.group(1)).toList();
  }
}
