package dev.goldenrod.engine.mysql;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The statements that make one table like another of its name. */
final class TableChanges {
  private final String table;
  private final TableDefinition from;
  private final TableDefinition to;
  private final List<String> statements = new ArrayList<>();

  private TableChanges(String table, TableDefinition from, TableDefinition to) {
    this.table = table;
    this.from = from;
    this.to = to;
  }

  /**
   * Each statement works by itself, in this order.
   *
   * @param table its quoted name
   * @param from as SHOW CREATE TABLE tells it
   * @param to the same of the other
   */
  static List<String> between(String table, String from, String to) {
    return new TableChanges(table, TableDefinition.parse(from), TableDefinition.parse(to)).all();
  }

  private List<String> all() {
    surplus(from.foreignKeys(), to.foreignKeys()).forEach(key -> alter("DROP FOREIGN KEY " + key));
    surplus(from.checks(), to.checks()).forEach(check -> alter("DROP CHECK " + check));
    changeColumnsAndKeys();
    missing(from.checks(), to.checks()).forEach(check -> alter("ADD " + check));
    missing(from.foreignKeys(), to.foreignKeys()).forEach(key -> alter("ADD " + key));
    if (!from.options().equals(to.options())) {
      alter(to.options());
    }
    return statements;
  }

  /** A column that counts up must be in a key from the beginning. */
  private void changeColumnsAndKeys() {
    List<String> columns = columnChanges();
    List<String> keys = keyChanges();
    boolean counts = columns.stream().anyMatch(change -> change.contains(" AUTO_INCREMENT"));
    boolean primary = keys.stream().anyMatch(change -> change.contains("PRIMARY KEY"));
    if (counts || primary) {
      columns.addAll(keys);
      keys.clear();
    }
    if (!columns.isEmpty()) {
      alter(String.join(", ", columns));
    }
    keys.forEach(this::alter);
  }

  private List<String> keyChanges() {
    List<String> changes = new ArrayList<>();
    surplus(from.keys(), to.keys())
        .forEach(
            key ->
                changes.add(
                    key.equals(TableDefinition.PRIMARY) ? "DROP PRIMARY KEY" : "DROP KEY " + key));
    missing(from.keys(), to.keys()).forEach(key -> changes.add("ADD " + key));
    return changes;
  }

  private List<String> columnChanges() {
    List<String> changes = new ArrayList<>();
    List<String> order = new ArrayList<>(from.columns().keySet());
    for (String column : from.columns().keySet()) {
      if (!to.columns().containsKey(column)) {
        changes.add("DROP COLUMN " + column);
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
        changes.add("ADD COLUMN " + wanted.getValue() + (last ? "" : place));
      } else if (there != at) {
        changes.add("MODIFY COLUMN " + wanted.getValue() + place);
      } else if (!wanted.getValue().equals(from.columns().get(column))) {
        changes.add("MODIFY COLUMN " + wanted.getValue());
      }
      order.remove(column);
      order.add(at++, column);
      place = " AFTER " + column;
    }
    return changes;
  }

  private void alter(String change) {
    statements.add("ALTER TABLE " + table + " " + change);
  }

  /** The names of those that are not wanted, or not so. */
  private static Set<String> surplus(Map<String, String> from, Map<String, String> to) {
    Set<String> names = new LinkedHashSet<>(from.keySet());
    names.removeIf(name -> from.get(name).equals(to.get(name)));
    return names;
  }

  /** The definitions of those that are not there, or not so. */
  private static List<String> missing(Map<String, String> from, Map<String, String> to) {
    return to.entrySet().stream()
        .filter(wanted -> !wanted.getValue().equals(from.get(wanted.getKey())))
        .map(Map.Entry::getValue)
        .toList();
  }
}
