package dev.goldenrod.engine.mysql.schema;

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
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the objects of a database by SHOW CREATE. One thread. */
public final class SchemaReader {
  private static final String NO_ESCAPES = "NO_BACKSLASH_ESCAPES";

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
   * @param word as it stands in statements
   * @param names the query for those of the database that is the query's parameter
   * @param column of SHOW CREATE that has the statement
   * @param context variables that the statement was made with, which stand beside it
   */
  public record Kind(String word, String names, int column, List<String> context) {}

  private static final List<String> LETTERS =
      List.of("character_set_client", "collation_connection");
  private static final List<String> ROUTINE =
      List.of("sql_mode", "character_set_client", "collation_connection");

  public static final Kind TABLES =
      new Kind(
          "TABLE",
          "SELECT table_name FROM information_schema.tables WHERE table_schema = ?"
              + " AND table_type = 'BASE TABLE' ORDER BY 1",
          2,
          List.of());

  /** All kinds, in an order in which most can be made. */
  public static final List<Kind> KINDS =
      List.of(
          TABLES,
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

  /** Statements in which a backslash is no more than that. */
  private final Set<String> withoutEscapes = new HashSet<>();

  public SchemaReader(String database) {
    this.database = database;
  }

  /** The names of those of the kind that the database has. */
  public List<String> names(Connection session, Kind kind) throws SQLException {
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

  /** What the database's tables have when they do not say: a statement that says so. */
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

  /** The tables by their quoted names. */
  public Map<String, TableDefinition> tables(Connection session) throws SQLException {
    Map<String, TableDefinition> tables = new LinkedHashMap<>();
    for (String name : names(session, TABLES)) {
      for (String statement : statements(session, TABLES, name)) {
        if (TableDefinition.isOne(statement)) {
          tables.put(quoted(name), TableDefinition.parse(statement));
        }
      }
    }
    return tables;
  }

  /** The statements that make the object of that kind and name. */
  public List<String> statements(Connection session, Kind kind, String name) throws SQLException {
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery("SHOW CREATE " + kind.word() + " " + quoted(name))) {
      row.next();
      String ddl = String.valueOf(row.getString(kind.column()));
      if (kind.equals(TABLES)) {
        return ZeroDates.around(NEXT_NUMBER.matcher(ddl).replaceFirst(""));
      }
      String made = DEFINER.matcher(ddl).replaceFirst("$1");
      if (kind.context().contains("sql_mode") && row.getString("sql_mode").contains(NO_ESCAPES)) {
        withoutEscapes.add(made);
      }
      return SessionContext.of(row, kind.context()).around(made, SessionContext.of(session));
    }
  }

  /** Whether a backslash is no more than that in a statement that was read. */
  public boolean hasNoEscapes(String statement) {
    return withoutEscapes.contains(statement);
  }

  /** The name as it stands in a statement. */
  public static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
