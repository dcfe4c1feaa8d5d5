package dev.goldenrod.engine.mysql.schema;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Session variables that decide what a statement means and does.
 *
 * @param variables by name
 */
public record SessionContext(Map<String, String> variables) {
  /** The server's default sql_mode, which is strict, whatever a client or a driver sets. */
  public static final String USUAL_MODE =
      "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
          + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

  private static final String CLIENT = "character_set_client";
  private static final List<String> ALL =
      List.of("sql_mode", CLIENT, "collation_connection", "time_zone");

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

  private static String set(Map<String, String> variables) {
    return variables.entrySet().stream()
        .map(one -> one.getKey() + " = '" + one.getValue() + "'")
        .collect(Collectors.joining(", ", "SET ", ""));
  }
}
