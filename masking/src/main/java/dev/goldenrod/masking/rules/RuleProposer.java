package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.Table;

/** Proposes the rule to add for a column that has none. */
@FunctionalInterface
public interface RuleProposer {
  ColumnRule propose(Table table, Column column);
}
