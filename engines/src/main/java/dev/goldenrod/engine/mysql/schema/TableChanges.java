package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.mysql.schema.TableDefinition.Reference;
import dev.goldenrod.engine.schema.Change;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

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

  /**
   * The foreign keys that differ between two databases. Keys that are unwanted, or that would block
   * another change, are dropped before it; missing keys are added after it, and the server
   * validates them.
   *
   * @param from the current tables, by their quoted names
   * @param to the wanted tables
   */
  private record ForeignKeys(Map<String, TableDefinition> from, Map<String, TableDefinition> to) {
    /** Includes the keys of tables to drop, which could prevent each other's drop. */
    List<String> drops() {
      List<String> statements = new ArrayList<>();
      from.forEach(
          (table, there) ->
              there
                  .foreignKeys()
                  .forEach(
                      (name, key) -> {
                        if (!stays(table, name, key)) {
                          statements.add("ALTER TABLE " + table + " DROP FOREIGN KEY " + name);
                        }
                      }));
      return statements;
    }

    List<String> additions() {
      List<String> statements = new ArrayList<>();
      to.forEach(
          (table, wanted) -> {
            if (from.containsKey(table)) {
              wanted
                  .foreignKeys()
                  .forEach(
                      (name, key) -> {
                        if (!stays(table, name, from.get(table).foreignKeys().get(name))) {
                          statements.add("ALTER TABLE " + table + " ADD " + key);
                        }
                      });
            }
          });
      return statements;
    }

    private boolean stays(String table, String name, String key) {
      return key != null
          && to.containsKey(table)
          && key.equals(to.get(table).foreignKeys().get(name))
          && !isRetyped(table, Reference.of(key));
    }

    private boolean isRetyped(String table, Reference key) {
      return Stream.concat(
              key.columns().stream().filter(column -> isRetyped(table, column)),
              key.referenced().stream().filter(column -> isRetyped(key.table(), column)))
          .findAny()
          .isPresent();
    }

    private boolean isRetyped(String table, String column) {
      if (!from.containsKey(table) || !to.containsKey(table)) {
        return false;
      }
      return from.get(table)
          .type(column)
          .flatMap(type -> to.get(table).type(column).map(wanted -> !wanted.isSame(type)))
          .orElse(false);
    }
  }
}
