package dev.goldenrod.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tests that the architecture page names existing classes. */
class ArchitecturePageTest {
  private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)`");

  /** Phases as the API spells them, which are no classes. */
  private static final Set<String> PHASES =
      Set.of(
          "Pending",
          "Registering",
          "Succeeded",
          "Ready",
          "Probing",
          "Provisioning",
          "Importing",
          "Snapshotting",
          "Cleaning",
          "DELETE");

  @Test
  void classes_are_named_as_they_are() {
    List<String> named =
        Page.of("docs/architecture.md").find(NAME).stream()
            .map(found -> found.group(1))
            .filter(name -> !PHASES.contains(name))
            .toList();

    assertThat(named).hasSizeGreaterThan(30);
    assertThat(Page.classes()).containsAll(named);
  }
}
