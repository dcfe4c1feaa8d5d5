package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that each decision is named by the package that it is about. */
class DecisionsTest {
  private static final Pattern NAMED = Pattern.compile("docs/decisions/[\\w-]+\\.md");

  @Test
  void each_decision_is_named_by_the_package_that_it_is_about() {
    List<String> decisions =
        Page.all().stream()
            .map(Page::toString)
            .filter(page -> page.startsWith("docs/decisions/"))
            .toList();

    assertThat(namedByPackages()).containsAll(decisions).isSubsetOf(decisions);
  }

  private static List<String> namedByPackages() {
    return Page.sources()
        .filter(source -> source.file().endsWith("package-info.java"))
        .flatMap(source -> source.find(NAMED).stream())
        .map(found -> found.group())
        .distinct()
        .toList();
  }
}
