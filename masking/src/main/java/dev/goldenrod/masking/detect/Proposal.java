package dev.goldenrod.masking.detect;

import dev.goldenrod.masking.rules.ColumnRule;
import dev.goldenrod.masking.schema.TableName;

/**
 * A rule that is proposed for a column.
 *
 * @param confidence that the rule is what the column needs, in percent; 0 if detection could not
 *     tell what the column holds, so that it counts as sensitive
 * @param reason without any value of a row
 */
public record Proposal(
    TableName table, String column, ColumnRule rule, int confidence, String reason) {
  /** Whether somebody who knows the data has to decide. */
  public boolean isUnsure() {
    return confidence == 0;
  }
}
