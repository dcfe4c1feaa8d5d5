package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.rules.EffectiveRules.Effective;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.transform.Transformers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the parts of one check share. Not thread-safe. */
record CheckContext(
    MaskingRules rules,
    SchemaMap schema,
    EffectiveRules effective,
    MaskingKey key,
    RuleProposer proposer,
    List<Finding> findings) {
  private static final String LOCALE = "locale";

  void add(Finding finding) {
    findings.add(finding);
  }

  /** Returns the rule that holds for a table, which a partition has from its parent. */
  @Nullable TableRule rule(Table table) {
    return rules.tables().get(schema.ruled(table).tableName());
  }

  /**
   * Creates the transformer of a rule.
   *
   * @throws dev.goldenrod.masking.RuleException if the rule does not fit the column
   */
  Transformer transformer(Effective effective) {
    ColumnRule.Mask mask = (ColumnRule.Mask) effective.rule();
    Map<String, Object> options = new HashMap<>(mask.options());
    if (mask.link() != null) {
      options.put(Transformers.LINK, mask.link());
    }
    if (rules.locale() != null && Transformers.options(mask.transformer()).contains(LOCALE)) {
      options.putIfAbsent(LOCALE, rules.locale());
    }
    return Transformers.create(mask.transformer(), options, effective.origin().column(), key);
  }
}
