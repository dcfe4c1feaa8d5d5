package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.schema.Change;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the statements that change a table into another with the same name. */
public final class TableChanges {
  private final String table;
  private final TableDefinition from;
  private final TableDefinition to;
  private final List<Change> changes = new ArrayList<>();

  private TableChanges(String table, TableDefinition from, TableDefinition to) {
    this.table = table;
    this.from = from;
    this.to = to;
  }

  /** Returns the changes for the tables, by quoted name, that both databases have. */
  public static List<Change> between(
      Map<String, TableDefinition> from, Map<String, TableDefinition> to) {
    ForeignKeys keys = new ForeignKeys(from, to);
    List<Change> all = new ArrayList<>();
    keys.drops().forEach(drop -> all.add(Change.of(drop)));
    from.forEach(
        (table, there) -> {
          TableDefinition wanted = to.get(table);
          if (wanted != null && !wanted.equals(there)) {
            all.addAll(new TableChanges(table, there, wanted).find());
          }
        });
    keys.additions().forEach(key -> all.add(Change.of(key)));
    return all;
  }

  private List<Change> find() {
    surplus(from.checks(), to.checks()).forEach(check -> alter("DROP CHECK " + check));
    changeColumnsAndKeys();
    missing(from.checks(), to.checks()).forEach(check -> alter("ADD " + check));
    changeOptions();
    return changes;
  }

  /** An AUTO_INCREMENT column must be part of a key from the start. */
  private void changeColumnsAndKeys() {
    ColumnChanges columns = ColumnChanges.between(table, from, to);
    List<String> together = new ArrayList<>(columns.actions());
    List<String> keys = keyChanges();
    boolean counts = together.stream().anyMatch(change -> change.contains(" AUTO_INCREMENT"));
    boolean primary = keys.stream().anyMatch(change -> change.contains("PRIMARY KEY"));
    if (counts || primary) {
      together.addAll(keys);
      keys.clear();
    }
    if (!together.isEmpty()) {
      changes.add(alteration(String.join(", ", together)).losing(columns.losses()));
    }
    keys.forEach(this::alter);
  }

  private List<String> keyChanges() {
    List<String> actions = new ArrayList<>();
    surplus(from.keys(), to.keys())
        .forEach(
            key ->
                actions.add(
                    key.equals(TableDefinition.PRIMARY) ? "DROP PRIMARY KEY" : "DROP KEY " + key));
    missing(from.keys(), to.keys()).forEach(key -> actions.add("ADD " + key));
    return actions;
  }

  /** ALTER TABLE does not change options that it does not name. */
  private void changeOptions() {
    if (from.options().equals(to.options())) {
      return;
    }
    if (ends(" PARTITION BY ")) {
      alter("REMOVE PARTITIONING");
    }
    alter((ends(" COMMENT=") ? "COMMENT='' " : "") + to.options());
  }

  private boolean ends(String option) {
    return from.options().contains(option) && !to.options().contains(option);
  }

  private void alter(String action) {
    changes.add(alteration(action));
  }

  private Change alteration(String action) {
    return Change.of("ALTER TABLE " + table + " " + action);
  }

  /** Returns the names of entries that are unwanted or differ. */
  private static Set<String> surplus(Map<String, String> from, Map<String, String> to) {
    Set<String> names = new LinkedHashSet<>(from.keySet());
    names.removeIf(name -> from.get(name).equals(to.get(name)));
    return names;
  }

  /** Returns the definitions of entries that are missing or differ. */
  private static List<String> missing(Map<String, String> from, Map<String, String> to) {
    return to.entrySet().stream()
        .filter(wanted -> !wanted.getValue().equals(from.get(wanted.getKey())))
        .map(Map.Entry::getValue)
        .toList();
  }
}
