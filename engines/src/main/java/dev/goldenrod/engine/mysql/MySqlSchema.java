package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.SchemaParts;
import dev.goldenrod.engine.schema.SqlText;
import dev.goldenrod.engine.schema.SqlText.Dialect;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The schema of a MySQL database, as its own SHOW CREATE statements tell it. */
final class MySqlSchema implements LiveSchema {
  private static final int NETWORK_TIMEOUT_MILLIS = 120_000;
  private static final String VIEW = "VIEW ";
  private static final String DELIMITER = ";;";
  private static final String UNCHECKED_KEYS = "SET foreign_key_checks = 0";

  /** Who defined something is that user here, and no other. */
  private static final Pattern DEFINER =
      Pattern.compile(
          "^(CREATE (?:ALGORITHM=\\w+ )?)DEFINER=(?:`[^`]*`@`[^`]*`|\"[^\"]*\"@\"[^\"]*\") ");

  /** The next number of a table is data. It stands behind the last bracket of its line. */
  private static final Pattern NEXT_NUMBER =
      Pattern.compile("(?<=\\n\\) ENGINE=\\w{1,40}) AUTO_INCREMENT=\\d+(?= [^\\n]*\\z|\\z)");

  /** Statements whose bodies have semicolons of their own. */
  private static final Pattern COMPOUND =
      Pattern.compile("CREATE (PROCEDURE|FUNCTION|TRIGGER|EVENT) .*", Pattern.DOTALL);

  /**
   * A kind of object.
   *
   * @param names the query for those of the database that is the query's parameter
   * @param column of SHOW CREATE that has the statement
   */
  private record Kind(String word, String names, int column) {}

  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "TABLE",
              "SELECT table_name FROM information_schema.tables WHERE table_schema = ?"
                  + " AND table_type = 'BASE TABLE' ORDER BY 1",
              2),
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

  private final DatabaseInfo info;
  private final int port;
  private final String password;
  private final PrivateFiles files;

  /** The schema of the database that listens on that port of the loopback address. */
  MySqlSchema(DatabaseInfo info, int port, String password, PrivateFiles files) {
    this.info = info;
    this.port = port;
    this.password = password;
    this.files = files;
  }

  @Override
  public String ddl() {
    return parts().objects().values().stream()
        .map(this::inScript)
        .collect(Collectors.joining("\n\n", inScript(UNCHECKED_KEYS) + "\n\n", "\n"));
  }

  @Override
  public SchemaParts parts() {
    try (Connection connection = connect()) {
      Map<String, String> objects = new LinkedHashMap<>();
      List<String> drops = new ArrayList<>();
      for (Kind kind : KINDS) {
        for (String name : names(connection, kind)) {
          objects.put(kind.word() + " " + quoted(name), shown(connection, kind, name));
          drops.add(drop(kind.word() + " " + quoted(name)));
        }
      }
      Collections.reverse(drops);
      return new SchemaParts(ordered(objects), new LinkedHashSet<>(drops));
    } catch (SQLException e) {
      throw new DataPlaneException("the schema cannot be read: " + e.getMessage(), e);
    }
  }

  /** Views last, each after those that it names. */
  private static Map<String, String> ordered(Map<String, String> objects) {
    Map<String, String> ordered = new LinkedHashMap<>(objects);
    ordered.keySet().removeIf(MySqlSchema::isView);
    Map<String, String> views = new LinkedHashMap<>(objects);
    views.keySet().retainAll(objects.keySet().stream().filter(MySqlSchema::isView).toList());
    while (!views.isEmpty()) {
      String next =
          views.keySet().stream()
              .filter(view -> namesNone(view, views))
              .findFirst()
              .orElseGet(() -> views.keySet().iterator().next());
      ordered.put(next, String.valueOf(views.remove(next)));
    }
    return ordered;
  }

  private static boolean namesNone(String view, Map<String, String> views) {
    String ddl = String.valueOf(views.get(view));
    return views.keySet().stream()
        .filter(other -> !other.equals(view))
        .noneMatch(other -> ddl.contains(other.substring(VIEW.length())));
  }

  private static boolean isView(String object) {
    return object.startsWith(VIEW);
  }

  private List<String> names(Connection connection, Kind kind) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(kind.names())) {
      query.setString(1, info.database());
      try (ResultSet rows = query.executeQuery()) {
        List<String> names = new ArrayList<>();
        while (rows.next()) {
          names.add(rows.getString(1));
        }
        return names;
      }
    }
  }

  private static String shown(Connection connection, Kind kind, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW CREATE " + kind.word() + " " + quoted(name))) {
      row.next();
      String ddl = String.valueOf(row.getString(kind.column()));
      return kind.word().equals("TABLE")
          ? NEXT_NUMBER.matcher(ddl).replaceFirst("")
          : DEFINER.matcher(ddl).replaceFirst("$1");
    }
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }

  private static String drop(String object) {
    return "DROP " + object;
  }

  /** Tables keep their rows, and change otherwise. */
  @Override
  public List<String> replacement(String name, String ddl) {
    return name.startsWith("TABLE ") ? List.of() : List.of(drop(name), ddl);
  }

  /**
   * As a comment when the client would find more in it than the statement: what its text means
   * depends on the mode that it was written in.
   */
  @Override
  public String inScript(String statement) {
    SqlText text = SqlText.read(statement, Dialect.MYSQL);
    boolean compound = COMPOUND.matcher(statement).matches();
    if (text.hasPlain("\\") || text.hasPlain(compound ? DELIMITER : ";")) {
      return ("its text can be made by no script; make it by hand:\n" + statement)
          .lines()
          .map(line -> "-- " + line)
          .collect(Collectors.joining("\n"));
    }
    return compound
        ? "DELIMITER " + DELIMITER + "\n" + statement + DELIMITER + "\nDELIMITER ;"
        : statement + ";";
  }

  @Override
  public List<String> namespaces(Connection connection) {
    return List.of();
  }

  @Override
  public List<String> settings() {
    return List.of(UNCHECKED_KEYS);
  }

  @Override
  public Connection connect() throws SQLException {
    Connection connection = MySqlLogin.open(port, info.user(), password, files);
    try (Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
      connection.setCatalog(info.database());
      statement.execute(UNCHECKED_KEYS);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
