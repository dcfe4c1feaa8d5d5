package dev.goldenrod.masking.rules;

import dev.goldenrod.masking.schema.TableName;
import java.util.HashMap;
import java.util.Map;

/** Checks that linked columns have the same transformer, so that equal values have equal masks. */
final class LinkCheck {
  private final CheckContext context;
  private final Map<String, Linked> first = new HashMap<>();

  private record Linked(TableName table, String column, ColumnRule.Mask rule) {
    @Override
    public String toString() {
      return table + "." + column;
    }
  }

  private LinkCheck(CheckContext context) {
    this.context = context;
  }

  static void check(CheckContext context) {
    LinkCheck check = new LinkCheck(context);
    context.rules().tables().forEach(check::checkTable);
  }

  private void checkTable(TableName table, TableRule rule) {
    if (rule instanceof TableRule.Columns columns) {
      columns.columns().forEach((column, one) -> checkColumn(table, column, one));
    }
  }

  private void checkColumn(TableName table, String column, ColumnRule rule) {
    if (!(rule instanceof ColumnRule.Mask mask) || mask.link() == null) {
      return;
    }
    Linked linked = new Linked(table, column, mask);
    Linked other = first.putIfAbsent(mask.link(), linked);
    if (other != null && !mask.hasTransformerOf(other.rule())) {
      context.add(
          Finding.error(
                  table,
                  column,
                  "column %s has the link '%s' of %s, but not its transformer '%s' and options: make"
                          .formatted(linked, mask.link(), other, other.rule().transformer())
                      + " them the same, or choose another link")
              .at(mask.position()));
    }
  }
}
