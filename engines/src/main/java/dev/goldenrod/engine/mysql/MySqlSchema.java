package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.mysql.schema.Losses;
import dev.goldenrod.engine.mysql.schema.SchemaReader;
import dev.goldenrod.engine.mysql.schema.SessionContext;
import dev.goldenrod.engine.mysql.schema.TableChanges;
import dev.goldenrod.engine.mysql.schema.TableDefinition;
import dev.goldenrod.engine.schema.Change;
import dev.goldenrod.engine.schema.Change.DataLoss;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.LiveSchema.SchemaParts;
import dev.goldenrod.engine.schema.SqlText;
import dev.goldenrod.engine.schema.SqlText.Dialect;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The schema of a MySQL database, read with SHOW CREATE statements. */
final class MySqlSchema implements LiveSchema {
  private static final String DELIMITER = ";;";

  private static final String SETTINGS =
      "SET NAMES utf8mb4, sql_mode = '" + SessionContext.USUAL_MODE + "'";

  private static final String UNCHECKED_KEYS = "SET foreign_key_checks = 0";

  /** The driver closes a session that reports a change to another character set. */
  private static final String UNTRACKED = "SET session_track_system_variables = ''";

  private static final Pattern CREATE = Pattern.compile("^CREATE ");

  /** Statements whose bodies contain semicolons. */
  private static final Pattern COMPOUND =
      Pattern.compile("CREATE (PROCEDURE|FUNCTION|TRIGGER|EVENT) .*", Pattern.DOTALL);

  private final DatabaseInfo info;
  private final int port;
  private final String password;
  private final MySqlLogin connections;
  private final Deadline deadline;
  private final SchemaReader reader;

  MySqlSchema(
      DatabaseInfo info, int port, String password, MySqlLogin connections, Deadline deadline) {
    this.info = info;
    this.port = port;
    this.password = password;
    this.connections = connections;
    this.deadline = deadline;
    this.reader = new SchemaReader(info.database());
  }

  /**
   * The script disables foreign key checks, because tables may refer to each other. New tables have
   * no rows to check.
   */
  @Override
  public String ddl() {
    return Stream.concat(
            Stream.of(SETTINGS, UNCHECKED_KEYS),
            parts().objects().values().stream().flatMap(List::stream))
        .map(statement -> inScript(statement).orElseGet(() -> comment(statement)))
        .collect(Collectors.joining("\n\n", "", "\n"));
  }

  private static String comment(String statement) {
    return (NO_SCRIPT + ":\n" + statement)
        .lines()
        .map(line -> "-- " + line)
        .collect(Collectors.joining("\n"));
  }

  /** Reads as the administrator, whose login does not depend on what the user changed. */
  @Override
  public SchemaParts parts() {
    try (Connection session = administrator()) {
      return parts(reader.letters(session), reader.objects(session));
    } catch (SQLException e) {
      deadline.check();
      throw new DataPlaneException("the schema cannot be read: " + e.getMessage(), e);
    }
  }

  /** The database's character set comes first, because new objects may inherit it. */
  private static SchemaParts parts(String letters, Map<String, List<String>> objects) {
    List<String> drops = new ArrayList<>(objects.keySet().stream().map(MySqlSchema::drop).toList());
    Collections.reverse(drops);
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("DATABASE " + letters, List.of("ALTER DATABASE " + letters));
    all.putAll(objects);
    return new SchemaParts(all, new LinkedHashSet<>(drops));
  }

  private static String drop(String object) {
    return "DROP " + object;
  }

  /** Tables that refer to each other are created first, and then get their foreign keys. */
  @Override
  public List<Change> creations(String name, SchemaParts wanted) {
    List<Change> ways = new ArrayList<>();
    List<String> ddl = wanted.object(name).orElseThrow();
    ways.add(Change.of(ddl));
    List<String> alone = ddl.stream().map(TableDefinition::withoutForeignKeys).toList();
    if (name.startsWith(SchemaReader.TABLE) && !alone.equals(ddl)) {
      ways.add(Change.of(alone));
    }
    return ways;
  }

  @Override
  public List<List<Change>> changes(Connection from) throws SQLException {
    try (Connection to = administrator()) {
      Map<String, TableDefinition> found = reader.tables(from);
      Map<String, TableDefinition> wanted = reader.tables(to);
      List<Change> changes = TableChanges.between(found, wanted);
      return SessionContext.aroundZeroDates(SessionContext.aroundZeroDates(changes, found), wanted)
          .stream()
          .map(List::of)
          .toList();
    }
  }

  /**
   * Tables are altered instead, to keep their rows. Other objects are dropped and created; the undo
   * statements restore them after a failure.
   */
  @Override
  public List<Change> replacements(String name, SchemaParts found, SchemaParts wanted) {
    if (name.startsWith(SchemaReader.TABLE)) {
      return List.of();
    }
    List<String> ddl = wanted.object(name).orElseThrow();
    if (name.startsWith(SchemaReader.VIEW)) {
      return List.of(
          Change.of(
              ddl.stream()
                  .map(sql -> CREATE.matcher(sql).replaceFirst("CREATE OR REPLACE "))
                  .toList()));
    }
    List<String> statements = new ArrayList<>(List.of(drop(name)));
    statements.addAll(ddl);
    return List.of(new Change(statements, List.of(), found.object(name).orElseThrow()));
  }

  @Override
  public List<DataLoss> losses(String drop) {
    return Losses.ofDrop(drop);
  }

  /** Returns false: the server converts values whenever it can. */
  @Override
  public boolean isRefusedCast(SQLException failure) {
    return false;
  }

  @Override
  public Optional<String> read(Connection session, String query, int atMostMillis)
      throws SQLException {
    String bounded =
        query.replaceFirst("^SELECT ", "SELECT /*+ MAX_EXECUTION_TIME(" + atMostMillis + ") */ ");
    try (Statement statement = session.createStatement();
        ResultSet row = statement.executeQuery(bounded)) {
      return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
    }
  }

  @Override
  public boolean isSame(List<String> one, List<String> other) {
    return one.equals(other);
  }

  @Override
  public Optional<String> inScript(String statement) {
    SqlText text = SqlText.read(statement, Dialect.MYSQL);
    boolean compound = COMPOUND.matcher(statement).matches();
    if (text.hasPlain("\\")
        || text.hasPlain(compound ? DELIMITER : ";")
        || reader.hasNoEscapes(statement) && statement.contains("\\")) {
      return Optional.empty();
    }
    return Optional.of(
        compound
            ? "DELIMITER " + DELIMITER + "\n" + statement + DELIMITER + "\nDELIMITER ;"
            : statement + ";");
  }

  @Override
  public List<String> settings() {
    return List.of(SETTINGS);
  }

  @Override
  public Connection connect() throws SQLException {
    return prepared(connections.open(port, info.user(), password));
  }

  private Connection administrator() throws SQLException {
    return prepared(connections.openAsAdmin(port));
  }

  private Connection prepared(Connection connection) throws SQLException {
    deadline.guard(connection);
    try (Statement statement = connection.createStatement()) {
      connection.setCatalog(info.database());
      statement.execute(UNTRACKED);
      statement.execute(SETTINGS);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
