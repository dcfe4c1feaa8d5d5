package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.Table;
import java.util.Optional;

/** Finds rules for tables and columns that the source does not have. */
final class StaleRules {
  private StaleRules() {}

  static void check(CheckContext context) {
    context
        .rules()
        .tables()
        .forEach(
            (name, rule) -> {
              Optional<Table> table = context.schema().table(name);
              if (table.isEmpty()) {
                context.add(
                    Finding.warning(
                            name, null, "table %s does not exist; remove its rule".formatted(name))
                        .at(rule.position()));
              } else {
                checkColumns(context, table.get(), rule);
              }
            });
  }

  private static void checkColumns(CheckContext context, Table table, TableRule rule) {
    if (rule instanceof TableRule.Columns columns) {
      columns.columns().forEach((name, one) -> checkColumn(context, table, name, one.position()));
    } else if (rule instanceof TableRule.Keep keep) {
      keep.types().keySet().forEach(name -> checkColumn(context, table, name, keep.position()));
    }
  }

  private static void checkColumn(
      CheckContext context, Table table, String column, Position position) {
    if (table.column(column).isEmpty()) {
      context.add(
          Finding.warning(
                  table.tableName(),
                  column,
                  "column %s.%s does not exist; remove its rule"
                      .formatted(table.tableName(), column))
              .at(position));
    }
  }
}
