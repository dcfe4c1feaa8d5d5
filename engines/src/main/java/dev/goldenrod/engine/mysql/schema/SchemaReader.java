package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.port.DataPlaneException;
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

/** Reads the objects of a database with SHOW CREATE. Not thread-safe. */
public final class SchemaReader {
  /** The beginning of a table's name among the objects. */
  public static final String TABLE = "TABLE ";

  /** The beginning of a view's name among the objects. */
  public static final String VIEW = "VIEW ";

  private static final String NO_ESCAPES = "NO_BACKSLASH_ESCAPES";

  /** Limit in characters, to protect the memory of this process. */
  private static final int LONGEST = 16 << 20;

  /** Removed from statements, because the definer is always the client user here. */
  private static final Pattern DEFINER =
      Pattern.compile(
          "^(CREATE (?:ALGORITHM=\\w+ )?)DEFINER=(?:`[^`]*`@`[^`]*`|\"[^\"]*\"@\"[^\"]*\") ");

  /** The next AUTO_INCREMENT value is data. It follows the last parenthesis of the definition. */
  private static final Pattern NEXT_NUMBER =
      Pattern.compile("(?<=\\n\\) ENGINE=\\w{1,40}) AUTO_INCREMENT=\\d+(?= [^\\n]*\\z|\\z)");

  /**
   * A kind of object.
   *
   * @param word the keyword in statements
   * @param names the query for their names; its parameter is the database
   * @param column of SHOW CREATE that holds the statement
   * @param context columns with the session variables that the statement was created with
   */
  private record Kind(String word, String names, int column, List<String> context) {}

  private static final List<String> LETTERS =
      List.of("character_set_client", "collation_connection");
  private static final List<String> ROUTINE =
      List.of("sql_mode", "character_set_client", "collation_connection");

  private static final Kind TABLE_KIND =
      new Kind(
          "TABLE",
          "SELECT table_name FROM information_schema.tables WHERE table_schema = ?"
              + " AND table_type = 'BASE TABLE' ORDER BY 1",
          2,
          List.of());

  /** All kinds, in an order in which most objects can be created. */
  private static final List<Kind> KINDS =
      List.of(
          TABLE_KIND,
          new Kind(
              "FUNCTION",
              "SELECT routine_name FROM information_schema.routines WHERE routine_schema = ?"
                  + " AND routine_type = 'FUNCTION' ORDER BY 1",
              3,
              ROUTINE),
          new Kind(
              "PROCEDURE",
              "SELECT routine_name FROM information_schema.routines WHERE routine_schema = ?"
                  + " AND routine_type = 'PROCEDURE' ORDER BY 1",
              3,
              ROUTINE),
          new Kind(
              "VIEW",
              "SELECT table_name FROM information_schema.views WHERE table_schema = ? ORDER BY 1",
              2,
              LETTERS),
          new Kind(
              "TRIGGER",
              "SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = ?"
                  + " ORDER BY 1",
              3,
              ROUTINE),
          new Kind(
              "EVENT",
              "SELECT event_name FROM information_schema.events WHERE event_schema = ? ORDER BY 1",
              4,
              List.of("sql_mode", "time_zone", "character_set_client", "collation_connection")));

  private final String database;

  /** Statements in which a backslash is an ordinary character. */
  private final Set<String> withoutEscapes = new HashSet<>();

  public SchemaReader(String database) {
    this.database = database;
  }

  /**
   * Returns the statements that create each object, by kind and quoted name: tables first, views
   * last, and each object after those of its kind that it refers to. Objects that refer to each
   * other keep their order.
   *
   * @throws DataPlaneException if the schema is too large
   */
  public Map<String, List<String>> objects(Connection session) throws SQLException {
    Map<String, List<String>> objects = new LinkedHashMap<>();
    int length = 0;
    for (Kind kind : KINDS) {
      for (String name : names(session, kind)) {
        List<String> statements = statements(session, kind, name);
        length += statements.stream().mapToInt(String::length).sum();
        requireShort(length);
        objects.put(kind.word() + " " + quoted(name), statements);
      }
    }
    return inCreationOrder(objects);
  }

  private static void requireShort(int length) {
    if (length > LONGEST) {
      throw new DataPlaneException(
          "the schema has more than %d MiB; read it with mysqldump".formatted(LONGEST >> 20));
    }
  }

  private static Map<String, List<String>> inCreationOrder(Map<String, List<String>> objects) {
    Map<String, List<String>> ordered = new LinkedHashMap<>(sorted(objects, TABLE, "REFERENCES "));
    objects.forEach(
        (name, ddl) -> {
          if (!name.startsWith(VIEW)) {
            ordered.putIfAbsent(name, ddl);
          }
        });
    ordered.putAll(sorted(objects, VIEW, ""));
    return ordered;
  }

  private static Map<String, List<String>> sorted(
      Map<String, List<String>> objects, String kind, String before) {
    Map<String, List<String>> left = new LinkedHashMap<>(objects);
    left.keySet().removeIf(name -> !name.startsWith(kind));
    Map<String, List<String>> sorted = new LinkedHashMap<>();
    while (!left.isEmpty()) {
      String next =
          left.keySet().stream()
              .filter(name -> namesNone(name, left, kind, before))
              .findFirst()
              .orElseGet(() -> left.keySet().iterator().next());
      sorted.put(next, Objects.requireNonNull(left.remove(next)));
    }
    return sorted;
  }

  private static boolean namesNone(
      String name, Map<String, List<String>> left, String kind, String before) {
    String ddl = String.valueOf(left.get(name));
    return left.keySet().stream()
        .filter(other -> !other.equals(name))
        .noneMatch(other -> ddl.contains(before + other.substring(kind.length())));
  }

  /** Returns the names of the database's objects of the kind. */
  private List<String> names(Connection session, Kind kind) throws SQLException {
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

  /** Returns the database's default character set and collation, as a clause. */
  public String letters(Connection session) throws SQLException {
    try (PreparedStatement query =
        session.prepareStatement(
            "SELECT CONCAT('CHARACTER SET ', default_character_set_name, ' COLLATE ',"
                + " default_collation_name) FROM information_schema.schemata"
                + " WHERE schema_name = ?")) {
      query.setString(1, database);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getString(1);
      }
    }
  }

  /** Returns the tables by their quoted names. */
  public Map<String, TableDefinition> tables(Connection session) throws SQLException {
    Map<String, TableDefinition> tables = new LinkedHashMap<>();
    for (String name : names(session, TABLE_KIND)) {
      for (String statement : statements(session, TABLE_KIND, name)) {
        if (TableDefinition.isOne(statement)) {
          tables.put(quoted(name), TableDefinition.parse(statement));
        }
      }
    }
    return tables;
  }

  /** Returns the statements that create an object. */
  private List<String> statements(Connection session, Kind kind, String name) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SHOW CREATE " + kind.word() + " " + quoted(name))) {
      row.next();
      String ddl = String.valueOf(row.getString(kind.column()));
      if (kind.equals(TABLE_KIND)) {
        return SessionContext.aroundZeroDate(NEXT_NUMBER.matcher(ddl).replaceFirst(""));
      }
      String made = DEFINER.matcher(ddl).replaceFirst("$1");
      if (kind.context().contains("sql_mode") && row.getString("sql_mode").contains(NO_ESCAPES)) {
        withoutEscapes.add(made);
      }
      return SessionContext.of(row, kind.context()).around(made, SessionContext.of(session));
    }
  }

  /** Returns whether a backslash is an ordinary character in a statement that was read. */
  public boolean hasNoEscapes(String statement) {
    return withoutEscapes.contains(statement);
  }

  /** Quotes an identifier. */
  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
