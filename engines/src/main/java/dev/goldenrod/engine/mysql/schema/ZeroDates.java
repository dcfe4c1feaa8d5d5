package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.schema.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Zero dates as defaults: the usual mode refuses every statement on a table that has one. */
public final class ZeroDates {
  private static final String ZERO = "'0000-00-00";

  private ZeroDates() {}

  /** Returns the statement that creates a table, with a lenient mode around it if needed. */
  static List<String> around(String ddl) {
    return ddl.contains(ZERO) ? inLenientMode(List.of(ddl)) : List.of(ddl);
  }

  /** Puts a lenient mode around the changes of tables that have such a default. */
  public static List<Change> around(List<Change> changes, Map<String, TableDefinition> tables) {
    Set<String> alterations =
        tables.entrySet().stream()
            .filter(table -> table.getValue().columns().toString().contains(ZERO))
            .map(table -> "ALTER TABLE " + table.getKey() + " ")
            .collect(Collectors.toSet());
    return changes.stream()
        .map(change -> isOfOne(change, alterations) ? lenient(change) : change)
        .toList();
  }

  private static boolean isOfOne(Change change, Set<String> alterations) {
    return alterations.stream().anyMatch(change.statements().get(0)::startsWith);
  }

  private static Change lenient(Change change) {
    return Change.of(inLenientMode(change.statements())).losing(change.losses());
  }

  private static List<String> inLenientMode(List<String> statements) {
    List<String> all = new ArrayList<>();
    all.add(setMode(SessionContext.USUAL_MODE.replaceAll("NO_ZERO_(IN_)?DATE,", "")));
    all.addAll(statements);
    all.add(setMode(SessionContext.USUAL_MODE));
    return all;
  }

  private static String setMode(String mode) {
    return "SET sql_mode = '" + mode + "'";
  }
}
