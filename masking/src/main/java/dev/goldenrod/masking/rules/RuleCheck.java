package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.MaskingKey;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The check of rules against the schema of a source, closed by default: what has no rule is an
 * error. Immutable, thread-safe.
 */
public final class RuleCheck {
  private final MaskingRules rules;
  private final MaskingKey key;
  private final RuleProposer proposer;

  /**
   * Creates a check.
   *
   * @param key of the masks in the plan
   * @param proposer of the rules to add
   */
  public RuleCheck(MaskingRules rules, MaskingKey key, RuleProposer proposer) {
    this.rules = rules;
    this.key = key;
    this.proposer = proposer;
  }

  /** Checks the rules. */
  public CheckResult check(SourceSchema schema, SourceObjects objects) {
    SchemaMap map = new SchemaMap(schema);
    CheckContext context =
        new CheckContext(
            rules, map, new EffectiveRules(rules, map), key, proposer, new ArrayList<>());
    ObjectCheck.check(context, schema, objects);
    StaleRules.check(context);
    List<TableMask> masks = new ArrayList<>();
    Map<TableName, String> withoutRows = new LinkedHashMap<>();
    for (Table table : schema.tables()) {
      if (context.rule(table) instanceof TableRule.Drop drop && SchemaMap.hasRows(table)) {
        withoutRows.put(table.tableName(), drop.reason());
      }
      new TableCheck(context, table).check().ifPresent(masks::add);
    }
    LinkCheck.check(context);
    List<Finding> findings = new ArrayList<>(context.findings());
    findings.sort(Comparator.comparing(Finding::severity));
    boolean isComplete = findings.stream().noneMatch(it -> it.severity() == Finding.Severity.ERROR);
    return new CheckResult(
        findings, isComplete ? new MaskingPlan(masks, withoutRows, rules.objects()) : null);
  }
}
