package dev.goldenrod.server;

import dev.goldenrod.masking.rules.InvalidRulesException;
import dev.goldenrod.masking.rules.MaskingRules;
import dev.goldenrod.port.MaskingRulesValidator;
import java.util.List;

/** Validates masking rules. Loads the classes of the masking module on first use. */
final class MaskingRulesFile implements MaskingRulesValidator {
  @Override
  public List<Problem> problems(String rules) {
    try {
      MaskingRules.parse(rules);
      return List.of();
    } catch (InvalidRulesException e) {
      return e.problems().stream()
          .map(it -> new Problem(it.position().line(), it.position().column(), it.message()))
          .toList();
    }
  }
}
