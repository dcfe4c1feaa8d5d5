package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.masking.rules.CheckResult;
import dev.goldenrod.masking.rules.Finding;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;

/** Says which rules a source needs, in messages of bounded length. */
final class RuleFindings {
  private static final int MOST_FINDINGS = 20;
  private static final int MOST_CHARACTERS = 8000;

  private RuleFindings() {}

  /** Returns the failure of an import whose rules have errors. */
  static DataPlaneException failure(String source, CheckResult result) {
    List<Finding> errors = result.errors();
    StringBuilder text = new StringBuilder();
    int shown = 0;
    for (Finding error : errors) {
      String next = describe(error);
      if (shown == MOST_FINDINGS || text.length() + next.length() > MOST_CHARACTERS) {
        break;
      }
      text.append(next);
      shown++;
    }
    String left =
        shown == errors.size()
            ? ""
            : "; and %d more: compare the rules with the source for all of them"
                .formatted(errors.size() - shown);
    return new DataPlaneException(
        "the masking rules do not fit %s, so no row was read (%d problems)%s%s"
            .formatted(source, errors.size(), text, left));
  }

  private static String describe(Finding error) {
    return error.yaml() == null ? "; " + error : "; %s; add:\n%s\n".formatted(error, error.yaml());
  }
}
