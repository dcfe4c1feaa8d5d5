package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.rules.EffectiveRules.Effective;
import dev.goldenrod.masking.rules.SchemaMap.ColumnOf;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ColumnType;
import dev.goldenrod.masking.schema.Table;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Checks the rules of the columns of one table that is no partition. */
final class ColumnCheck {
  private static final String NULL = "null";

  private final CheckContext context;
  private final Table table;
  private final @Nullable TableRule tableRule;

  /**
   * What is done with a column.
   *
   * @param mask empty if there is no rule, or one that does not fit
   * @param problem why the rule does not fit
   */
  record Decision(Optional<ColumnMask> mask, Optional<String> problem) {}

  ColumnCheck(CheckContext context, Table table, @Nullable TableRule tableRule) {
    this.context = context;
    this.table = table;
    this.tableRule = tableRule;
  }

  /** Adds findings on the column. */
  Optional<ColumnMask> check(Column column) {
    Optional<ColumnRule> own = context.effective().own(new ColumnOf(table, column));
    Optional<Effective> effective = context.effective().find(table, column);
    if (SchemaMap.isComputed(column)) {
      checkComputed(column, own);
    } else if (tableRule != null && effective.isEmpty()) {
      error(column, "has no rule: add one below its table's 'columns'", null, line(column));
    }
    Position position = own.map(ColumnRule::position).orElse(null);
    own.filter(it -> tableRule instanceof TableRule.Columns)
        .filter(it -> !it.type().equals(RecordedType.of(column)))
        .ifPresent(it -> checkType(column, it));
    effective.ifPresent(
        it -> {
          checkSources(column, own, it, position);
          checkNull(column, it, position);
          checkDomain(column, it, position);
          checkPartitions(column, it, position);
        });
    Decision decision = mask(column);
    decision
        .problem()
        .ifPresent(it -> error(column, "has a rule that fails: " + it, position, null));
    return decision.mask();
  }

  /** Returns what is done with the column, without adding findings. */
  Decision mask(Column column) {
    Optional<Effective> effective = context.effective().find(table, column);
    if (column.generated()) {
      return new Decision(Optional.empty(), Optional.empty());
    }
    if (effective.isEmpty()) {
      return new Decision(
          SchemaMap.isTextSearch(column) ? Optional.of(computedLater(column)) : Optional.empty(),
          Optional.empty());
    }
    ColumnRule rule = effective.get().rule();
    if (rule instanceof ColumnRule.Keep) {
      return decided(new ColumnMask.Keep(column.name()));
    }
    if (rule instanceof ColumnRule.Drop) {
      return decided(new ColumnMask.Drop(column.name()));
    }
    String transformer = ((ColumnRule.Mask) rule).transformer();
    try {
      return decided(
          new ColumnMask.Mask(column.name(), context.transformer(effective.get()), transformer));
    } catch (RuleException e) {
      return new Decision(Optional.empty(), Optional.of(e.getMessage()));
    }
  }

  private static Decision decided(ColumnMask mask) {
    return new Decision(Optional.of(mask), Optional.empty());
  }

  private static ColumnMask computedLater(Column column) {
    return column.notNull() && !column.hasDefault()
        ? new ColumnMask.Mask(column.name(), (value, row) -> "")
        : new ColumnMask.Drop(column.name());
  }

  private void checkComputed(Column column, Optional<ColumnRule> own) {
    Position position = own.map(ColumnRule::position).orElse(null);
    boolean isKeptAlone =
        tableRule instanceof TableRule.Columns && own.orElse(null) instanceof ColumnRule.Keep;
    if (isKeptAlone) {
      error(
          column,
          "is computed from other columns and cannot be kept: remove its rule",
          position,
          null);
    } else if (column.generated() && tableRule instanceof TableRule.Columns && own.isPresent()) {
      warning(column, "is generated, so its rule has no effect: remove it", position);
    } else if (!column.generated() && own.isEmpty()) {
      warning(
          column,
          "holds words for text search and stays empty: compute it from the masked columns after"
              + " the import, or make it a generated column",
          position);
    }
  }

  private String line(Column column) {
    return RuleYaml.column(column.name(), context.proposer().propose(table, column));
  }

  private void checkType(Column column, ColumnRule own) {
    error(
        column,
        "is %s now, but its rule was made for %s: review the rule and set 'type'"
            .formatted(RecordedType.of(column), own.type()),
        own.position(),
        RuleYaml.column(column.name(), own.withType(RecordedType.of(column))));
  }

  private void checkSources(
      Column column, Optional<ColumnRule> own, Effective effective, @Nullable Position position) {
    if (effective.rule() instanceof ColumnRule.Drop && own.isPresent()) {
      return;
    }
    for (ColumnOf source : context.schema().referenced(table, column.name())) {
      if (context.rule(source.table()) instanceof TableRule.Drop) {
        error(
            column,
            "references %s, whose rows are dropped: drop this column, or keep those rows"
                .formatted(source),
            position,
            null);
      }
    }
    context
        .effective()
        .sources(new ColumnOf(table, column))
        .filter(source -> contradicts(effective.rule(), source))
        .findFirst()
        .ifPresent(
            source ->
                error(
                    column,
                    "has another rule than %s, with which its values must agree: remove its rule, or"
                            .formatted(source)
                        + " make both the same",
                    position,
                    null));
  }

  private boolean contradicts(ColumnRule rule, ColumnOf source) {
    return context
        .effective()
        .find(source.table(), source.column())
        .filter(it -> !it.rule().masksLike(rule))
        .isPresent();
  }

  private void checkNull(Column column, Effective effective, @Nullable Position position) {
    if (!column.notNull()) {
      return;
    }
    if (effective.rule() instanceof ColumnRule.Drop && !column.hasDefault()) {
      error(column, "is NOT NULL without a default and cannot be dropped: mask it", position, null);
    } else if (effective.rule() instanceof ColumnRule.Mask mask
        && mask.transformer().equals(NULL)
        && !effective.origin().column().notNull()) {
      error(
          column, "is NOT NULL and cannot be masked as 'null': mask it otherwise", position, null);
    }
  }

  private void checkDomain(Column column, Effective effective, @Nullable Position position) {
    if (effective.rule() instanceof ColumnRule.Mask
        && column.typeInfo().kind() == ColumnType.Kind.DOMAIN) {
      warning(
          column,
          "has the domain %s, whose constraints the masked values may break"
              .formatted(column.type()),
          position);
    }
  }

  private void checkPartitions(Column column, Effective effective, @Nullable Position position) {
    if (effective.rule() instanceof ColumnRule.Keep) {
      return;
    }
    context.schema().limitedBy(table, column.name()).stream()
        .map(Table::tableName)
        .forEach(
            partitioned ->
                warning(
                    column,
                    "is part of the key of %s, which has no default partition: if a mask has no partition, the import fails; keep the column with a reason, or add a default partition to the source"
                        .formatted(partitioned),
                    position));
  }

  private void error(
      Column column, String problem, @Nullable Position position, @Nullable String yaml) {
    add(Finding.Severity.ERROR, column, problem, position, yaml);
  }

  private void warning(Column column, String problem, @Nullable Position position) {
    add(Finding.Severity.WARNING, column, problem, position, null);
  }

  private void add(
      Finding.Severity severity,
      Column column,
      String problem,
      @Nullable Position position,
      @Nullable String yaml) {
    String message = "column %s.%s %s".formatted(table.tableName(), column.name(), problem);
    context.add(new Finding(severity, table.tableName(), column.name(), message, yaml, position));
  }
}
