package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.MaskingRulesValidator.Problem;
import org.junit.jupiter.api.Test;

class MaskingRulesFileTest {
  private final MaskingRulesFile file = new MaskingRulesFile();

  @Test
  void valid_rules_have_no_problem() {
    assertThat(file.problems("version: 1\ntables: {}\n")).isEmpty();
  }

  @Test
  void a_problem_has_its_line_and_column() {
    assertThat(file.problems("version: 1\ntables: {}\n  colour: blue\n"))
        .isNotEmpty()
        .allSatisfy(problem -> assertThat(problem.line()).isPositive());
    assertThat(file.problems("version: 1\ncolour: blue\n"))
        .extracting(Problem::sentence)
        .anyMatch(it -> it.startsWith("line 2, column 1: "));
  }
}
