package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.schema.Change.DataLoss;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The actions of one ALTER TABLE that change the columns of a table into those of another. */
final class ColumnChanges {
  private static final String GENERATED = " GENERATED ALWAYS AS ";
  private static final String VIRTUAL = " VIRTUAL";

  private final String table;
  private final TableDefinition from;
  private final TableDefinition to;
  private final List<String> actions = new ArrayList<>();
  private final List<DataLoss> losses = new ArrayList<>();

  private ColumnChanges(String table, TableDefinition from, TableDefinition to) {
    this.table = table;
    this.from = from;
    this.to = to;
  }

  static ColumnChanges between(String table, TableDefinition from, TableDefinition to) {
    ColumnChanges changes = new ColumnChanges(table, from, to);
    changes.find();
    return changes;
  }

  List<String> actions() {
    return actions;
  }

  List<DataLoss> losses() {
    return losses;
  }

  private void find() {
    List<String> order = new ArrayList<>(from.columns().keySet());
    for (String column : from.columns().keySet()) {
      if (!to.columns().containsKey(column)) {
        drop(column);
        order.remove(column);
      }
    }
    String place = " FIRST";
    int at = 0;
    for (Map.Entry<String, String> wanted : to.columns().entrySet()) {
      String column = wanted.getKey();
      int there = order.indexOf(column);
      if (there < 0) {
        boolean last = at == order.size();
        actions.add("ADD COLUMN " + wanted.getValue() + (last ? "" : place));
      } else {
        change(column, wanted.getValue(), place, there != at);
      }
      order.remove(column);
      order.add(at++, column);
      place = " AFTER " + column;
    }
  }

  private void drop(String column) {
    actions.add("DROP COLUMN " + column);
    if (!isGenerated(from.columns().get(column))) {
      losses.add(Losses.ofColumn(table, column));
    }
  }

  private void change(String column, String wanted, String place, boolean moves) {
    String there = from.columns().get(column);
    if (isVirtual(there) != isVirtual(wanted)) {
      actions.add("DROP COLUMN " + column);
      actions.add("ADD COLUMN " + wanted + place);
      if (!isGenerated(there) || !isGenerated(wanted)) {
        losses.add(Losses.ofColumn(table, column));
      }
    } else if (moves || !wanted.equals(there)) {
      actions.add("MODIFY COLUMN " + wanted + (moves ? place : ""));
      addLosses(column, there, wanted);
    }
  }

  private void addLosses(String column, String there, String wanted) {
    if (isGenerated(wanted)) {
      if (!isGenerated(there)) {
        losses.add(Losses.ofColumn(table, column));
      }
      return;
    }
    ColumnType type = ColumnType.of(there, from.charset());
    ColumnType newType = ColumnType.of(wanted, to.charset());
    if (!newType.isSame(type) && !newType.holds(type)) {
      losses.add(Losses.ofRetyping(table, column, type, newType));
    }
  }

  private static boolean isGenerated(String line) {
    return line.contains(GENERATED);
  }

  private static boolean isVirtual(String line) {
    return isGenerated(line) && line.contains(VIRTUAL);
  }
}
