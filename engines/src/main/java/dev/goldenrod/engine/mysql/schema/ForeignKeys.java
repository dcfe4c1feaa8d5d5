package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.mysql.schema.TableDefinition.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The foreign keys that differ between two databases. Keys that are unwanted, or that would block
 * another change, are dropped before it; missing keys are added after it, and the server validates
 * them.
 *
 * @param from the current tables, by their quoted names
 * @param to the wanted tables
 */
record ForeignKeys(Map<String, TableDefinition> from, Map<String, TableDefinition> to) {
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
