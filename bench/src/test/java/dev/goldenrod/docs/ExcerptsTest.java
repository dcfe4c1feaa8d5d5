package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that Java in the documentation is an excerpt of code that is compiled and tested. */
class ExcerptsTest {
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<groupId>dev\\.goldenrod</groupId>\\s*<artifactId>([\\w-]+)</artifactId>\\s*<version>(.+?)</version>");

  private static final Pattern PROFILES =
      Pattern.compile("\n  <profiles>.*</profiles>\n", Pattern.DOTALL);

  private static Stream<Page> pagesWithJava() {
    return Page.all().stream().filter(page -> !page.blocks("java").isEmpty());
  }

  private static Stream<Page> pagesWithDependencies() {
    return Page.all().stream().filter(page -> !page.find(DEPENDENCY).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("pagesWithJava")
  void java_is_an_excerpt_of_tested_code(Page page) {
    for (Page.Block block : page.blocks("java")) {
      assertThat(block.source())
          .as("where this code is from, in '<!-- from path -->' before it: %s", block.code())
          .isNotNull();
      assertThat(unindented(Page.content(block.source()))).contains(unindented(block.code()));
    }
  }

  /** The page omits the profiles, which only the build needs. */
  @Test
  void the_project_that_the_page_shows_is_one_that_is_tested() {
    Page.Block project = Page.of("docs/junit.md").blocks("xml").get(0);
    Page.Block statements = Page.of("docs/junit.md").blocks("sql").get(0);

    assertThat(project.source()).isEqualTo("examples/junit/pom.xml");
    assertThat(unindented(project.code()))
        .isEqualTo(unindented(PROFILES.matcher(Page.content(project.source())).replaceFirst("")));
    assertThat(statements.code())
        .endsWith(Page.content("examples/junit/src/test/resources/db/migration/V1__payments.sql"));
  }

  @ParameterizedTest
  @MethodSource("pagesWithDependencies")
  void dependencies_are_in_the_bill_of_materials_with_their_version(Page page) {
    List<String> published = coordinates(Page.of("bom/pom.xml"));
    assertThat(published).contains(coordinates(page).toArray(String[]::new));
  }

  private static List<String> coordinates(Page page) {
    return page.find(DEPENDENCY).stream().map(ExcerptsTest::coordinates).toList();
  }

  private static String coordinates(MatchResult dependency) {
    return dependency.group(1) + ":" + dependency.group(2);
  }

  private static String unindented(String code) {
    return code.lines().map(String::strip).collect(Collectors.joining("\n"));
  }
}
