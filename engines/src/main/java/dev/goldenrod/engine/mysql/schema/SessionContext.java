package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.schema.Change;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Session variables that decide what a statement means and does, and the statements that set them.
 *
 * @param variables by name
 */
public record SessionContext(Map<String, String> variables) {
  /** The server's default sql_mode, which is strict, whatever a client or a driver sets. */
  public static final String USUAL_MODE =
      "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
          + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

  /** A default with which the usual mode refuses every statement on its table. */
  private static final String ZERO_DATE = "'0000-00-00";

  private static final String MODE = "sql_mode";
  private static final String CLIENT = "character_set_client";
  private static final List<String> ALL =
      List.of(MODE, CLIENT, "collation_connection", "time_zone");

  static SessionContext of(ResultSet row, List<String> names) throws SQLException {
    Map<String, String> variables = new LinkedHashMap<>();
    for (String name : names) {
      variables.put(name, row.getString(name));
    }
    return new SessionContext(variables);
  }

  static SessionContext of(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row =
            statement.executeQuery(
                ALL.stream()
                    .map(name -> "@@SESSION." + name + " AS " + name)
                    .collect(Collectors.joining(", ", "SELECT ", "")))) {
      row.next();
      return of(row, ALL);
    }
  }

  /**
   * Returns the statement between others that set this context and reset the usual one, where they
   * differ. The client character set stays if the statement is not plain ASCII, because the server
   * would misread what the client sends.
   */
  List<String> around(String statement, SessionContext usual) {
    Map<String, String> other = new LinkedHashMap<>(variables);
    if (!StandardCharsets.US_ASCII.newEncoder().canEncode(statement)) {
      other.remove(CLIENT);
    }
    other.entrySet().removeIf(one -> one.getValue().equals(usual.variables.get(one.getKey())));
    if (other.isEmpty()) {
      return List.of(statement);
    }
    Map<String, String> back = new LinkedHashMap<>(other);
    back.replaceAll((name, value) -> usual.variables.get(name));
    return List.of(set(other), statement, set(back));
  }

  /** Returns the statement that creates a table, in a lenient mode if it has a zero date. */
  static List<String> aroundZeroDate(String ddl) {
    return ddl.contains(ZERO_DATE) ? inLenientMode(List.of(ddl)) : List.of(ddl);
  }

  /** Puts a lenient mode around the changes of tables that have a zero date as a default. */
  public static List<Change> aroundZeroDates(
      List<Change> changes, Map<String, TableDefinition> tables) {
    Set<String> alterations =
        tables.entrySet().stream()
            .filter(table -> table.getValue().columns().toString().contains(ZERO_DATE))
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
    all.add(set(Map.of(MODE, USUAL_MODE.replaceAll("NO_ZERO_(IN_)?DATE,", ""))));
    all.addAll(statements);
    all.add(set(Map.of(MODE, USUAL_MODE)));
    return all;
  }

  private static String set(Map<String, String> variables) {
    return variables.entrySet().stream()
        .map(one -> one.getKey() + " = '" + one.getValue() + "'")
        .collect(Collectors.joining(", ", "SET ", ""));
  }
}
