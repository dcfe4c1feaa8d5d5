package dev.goldenrod.engine.mysql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the objects of a database by SHOW CREATE. One thread. */
final class SchemaReader {
  private static final int MODE_COLUMN = 2;
  private static final String NO_ESCAPES = "NO_BACKSLASH_ESCAPES";
  private static final String VIEW = "VIEW ";

  /** Who defined something is that user here, and no other. */
  private static final Pattern DEFINER =
      Pattern.compile(
          "^(CREATE (?:ALGORITHM=\\w+ )?)DEFINER=(?:`[^`]*`@`[^`]*`|\"[^\"]*\"@\"[^\"]*\") ");

  /** The next number of a table is data. It stands behind the last bracket of its line. */
  private static final Pattern NEXT_NUMBER =
      Pattern.compile("(?<=\\n\\) ENGINE=\\w{1,40}) AUTO_INCREMENT=\\d+(?= [^\\n]*\\z|\\z)");

  /**
   * A kind of object.
   *
   * @param names the query for those of the database that is the query's parameter
   * @param column of SHOW CREATE that has the statement; the second has the SQL mode when it is not
   *     the statement
   */
  record Kind(String word, String names, int column) {
    boolean hasMode() {
      return column > MODE_COLUMN;
    }
  }

  static final Kind TABLES =
      new Kind(
          "TABLE",
          "SELECT table_name FROM information_schema.tables WHERE table_schema = ?"
              + " AND table_type = 'BASE TABLE' ORDER BY 1",
          2);

  /** All kinds, in an order in which most can be made. */
  static final List<Kind> KINDS =
      List.of(
          TABLES,
          new Kind(
              "FUNCTION",
              "SELECT routine_name FROM information_schema.routines WHERE routine_schema = ?"
                  + " AND routine_type = 'FUNCTION' ORDER BY 1",
              3),
          new Kind(
              "PROCEDURE",
              "SELECT routine_name FROM information_schema.routines WHERE routine_schema = ?"
                  + " AND routine_type = 'PROCEDURE' ORDER BY 1",
              3),
          new Kind(
              "VIEW",
              "SELECT table_name FROM information_schema.views WHERE table_schema = ? ORDER BY 1",
              2),
          new Kind(
              "TRIGGER",
              "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = ?"
                  + " ORDER BY 1",
              3),
          new Kind(
              "EVENT",
              "SELECT event_name FROM information_schema.events WHERE event_schema = ? ORDER BY 1",
              4));

  private final String database;

  /** Statements in which a backslash is no more than that. */
  private final Set<String> withoutEscapes = new HashSet<>();

  SchemaReader(String database) {
    this.database = database;
  }

  /** The names of those of the kind that the database has. */
  List<String> names(Connection session, Kind kind) throws SQLException {
    try (PreparedStatement query = session.prepareStatement(kind.names())) {
      query.setString(1, database);
      try (ResultSet rows = query.executeQuery()) {
        List<String> names = new ArrayList<>();
        while (rows.next()) {
          names.add(rows.getString(1));
        }
        return names;
      }
    }
  }

  /** The statements that make the object of that kind and name. */
  List<String> statements(Connection session, Kind kind, String name) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SHOW CREATE " + kind.word() + " " + quoted(name))) {
      row.next();
      String ddl = String.valueOf(row.getString(kind.column()));
      if (kind.hasMode()) {
        return inMode(
            row.getString(MODE_COLUMN),
            usualMode(session),
            DEFINER.matcher(ddl).replaceFirst("$1"));
      }
      return List.of(
          kind.word().equals("TABLE")
              ? NEXT_NUMBER.matcher(ddl).replaceFirst("")
              : DEFINER.matcher(ddl).replaceFirst("$1"));
    }
  }

  /** What a text means, and does when it runs, depends on the mode that it was written in. */
  private List<String> inMode(String mode, String usualMode, String ddl) {
    if (mode.contains(NO_ESCAPES)) {
      withoutEscapes.add(ddl);
    }
    return mode.equals(usualMode) ? List.of(ddl) : List.of(setMode(mode), ddl, setMode(usualMode));
  }

  private static String usualMode(Connection session) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SELECT @@GLOBAL.sql_mode")) {
      row.next();
      return row.getString(1);
    }
  }

  private static String setMode(String mode) {
    return "SET sql_mode = '" + mode + "'";
  }

  /** Whether a backslash is no more than that in a statement that was read. */
  boolean hasNoEscapes(String statement) {
    return withoutEscapes.contains(statement);
  }

  /** Views last, each after those that it names. */
  static Map<String, List<String>> ordered(Map<String, List<String>> objects) {
    Map<String, List<String>> ordered = new LinkedHashMap<>(objects);
    ordered.keySet().removeIf(SchemaReader::isView);
    Map<String, List<String>> views = new LinkedHashMap<>(objects);
    views.keySet().retainAll(objects.keySet().stream().filter(SchemaReader::isView).toList());
    while (!views.isEmpty()) {
      String next =
          views.keySet().stream()
              .filter(view -> namesNone(view, views))
              .findFirst()
              .orElseGet(() -> views.keySet().iterator().next());
      ordered.put(next, Objects.requireNonNull(views.remove(next)));
    }
    return ordered;
  }

  private static boolean namesNone(String view, Map<String, List<String>> views) {
    String ddl = String.valueOf(views.get(view));
    return views.keySet().stream()
        .filter(other -> !other.equals(view))
        .noneMatch(other -> ddl.contains(other.substring(VIEW.length())));
  }

  private static boolean isView(String object) {
    return object.startsWith(VIEW);
  }

  /** The name as it stands in a statement. */
  static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
