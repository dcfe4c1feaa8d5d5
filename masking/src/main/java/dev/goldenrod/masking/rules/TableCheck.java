package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.RuleException;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checks the rules of one table. */
final class TableCheck {
  private final CheckContext context;
  private final Table table;
  private final Table ruled;
  private final @Nullable TableRule rule;

  TableCheck(CheckContext context, Table table) {
    this.context = context;
    this.table = table;
    this.ruled = context.schema().ruled(table);
    this.rule = context.rule(table);
  }

  /** Returns what to do with the rows, as far as the rules say; empty if no rows are copied. */
  Optional<TableMask> check() {
    if (ruled != table) {
      checkPartition();
    }
    if (!SchemaMap.hasRows(table)) {
      checkNothingToMask();
      return Optional.empty();
    }
    if (rule instanceof TableRule.Drop) {
      return Optional.empty();
    }
    if (ruled == table) {
      requireRule();
      requireTypes();
    }
    return mask();
  }

  private void checkPartition() {
    TableRule own = context.rules().tables().get(table.tableName());
    if (own != null) {
      context.add(
          Finding.error(
                  table.tableName(),
                  null,
                  "table %s is a partition and follows the rules of %s: remove its rule"
                      .formatted(table.tableName(), ruled.tableName()))
              .at(own.position()));
    }
  }

  private void checkNothingToMask() {
    if (rule != null && ruled == table) {
      context.add(
          Finding.warning(
                  table.tableName(),
                  null,
                  "%s has no rows of its own to copy: remove its rule".formatted(table.tableName()))
              .at(rule.position()));
    }
  }

  private void requireRule() {
    if (rule != null) {
      return;
    }
    List<Column> undecided = undecided();
    if (table.inheritsFrom().isEmpty() || !undecided.isEmpty()) {
      context.add(
          Finding.error(
                  table.tableName(),
                  null,
                  "table %s has no rule: add one below 'tables'".formatted(table.tableName()))
              .with(lines(undecided)));
    }
  }

  private List<Column> undecided() {
    return table.columns().stream()
        .filter(column -> !SchemaMap.isComputed(column))
        .filter(column -> context.effective().find(table, column).isEmpty())
        .toList();
  }

  private String lines(List<Column> columns) {
    String header = RuleYaml.columnsHeader(table.tableName());
    return columns.isEmpty()
        ? header + " {}"
        : columns.stream()
            .map(it -> RuleYaml.column(it.name(), context.proposer().propose(table, it)))
            .collect(Collectors.joining("\n", header + "\n", ""));
  }

  private void requireTypes() {
    if (!(rule instanceof TableRule.Keep keep)) {
      return;
    }
    String changed =
        table.columns().stream()
            .filter(column -> !column.generated())
            .filter(column -> !RecordedType.of(column).equals(keep.types().get(column.name())))
            .map(Column::name)
            .collect(Collectors.joining(", "));
    if (!changed.isEmpty()) {
      context.add(
          Finding.error(
                  table.tableName(),
                  null,
                  "table %s is kept whole, but not with the types of %s: review them and set 'types'"
                      .formatted(table.tableName(), changed))
              .with(RuleYaml.types(table))
              .at(keep.position()));
    }
  }

  private Optional<TableMask> mask() {
    ColumnCheck columns = new ColumnCheck(context, ruled, rule);
    List<ColumnMask> masks = new ArrayList<>();
    for (Column column : table.columns()) {
      Column decided = ruled.column(column.name()).orElse(column);
      Optional<ColumnMask> mask =
          ruled == table ? columns.check(decided) : columns.mask(decided).mask();
      mask.filter(it -> !column.generated()).ifPresent(masks::add);
    }
    if (ruled == table && rule != null) {
      new ConstraintCheck(context, table, columns).check();
    }
    try {
      return Optional.of(new TableMask(table.tableName(), masks));
    } catch (RuleException e) {
      context.add(
          Finding.error(
                  table.tableName(),
                  null,
                  "table %s: %s".formatted(table.tableName(), e.getMessage()))
              .at(Objects.requireNonNull(rule).position()));
      return Optional.empty();
    }
  }
}
