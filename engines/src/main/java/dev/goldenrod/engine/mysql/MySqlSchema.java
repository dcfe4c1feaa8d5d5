package dev.goldenrod.engine.mysql;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.PrivateFiles;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.SchemaParts;
import dev.goldenrod.engine.schema.SqlText;
import dev.goldenrod.engine.schema.SqlText.Dialect;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
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

/** The schema of a MySQL database, as its own SHOW CREATE statements tell it. */
final class MySqlSchema implements LiveSchema {
  /** In characters; longer ones would take up the memory that others need. */
  private static final int LONGEST = 16 << 20;

  private static final String DELIMITER = ";;";
  private static final String UNCHECKED_KEYS = "SET foreign_key_checks = 0";

  /** Statements whose bodies have semicolons of their own. */
  private static final Pattern COMPOUND =
      Pattern.compile("CREATE (PROCEDURE|FUNCTION|TRIGGER|EVENT) .*", Pattern.DOTALL);

  private final DatabaseInfo info;
  private final int port;
  private final String password;
  private final PrivateFiles files;
  private final Deadline deadline;
  private final SchemaReader reader;

  /** The schema of the database that listens on that port of the loopback address. */
  MySqlSchema(DatabaseInfo info, int port, String password, PrivateFiles files, Deadline deadline) {
    this.info = info;
    this.port = port;
    this.password = password;
    this.files = files;
    this.deadline = deadline;
    this.reader = new SchemaReader(info.database());
  }

  @Override
  public String ddl() {
    return Stream.concat(
            settings().stream(), parts().objects().values().stream().flatMap(List::stream))
        .map(statement -> inScript(statement).orElseGet(() -> comment(statement)))
        .collect(Collectors.joining("\n\n", "", "\n"));
  }

  private static String comment(String statement) {
    return ("a client would read more than this statement in a script; make it by hand:\n"
            + statement)
        .lines()
        .map(line -> "-- " + line)
        .collect(Collectors.joining("\n"));
  }

  /** Read as the administrator, who is let in whatever the user changed; nothing is run. */
  @Override
  public SchemaParts parts() {
    try (Connection session = administrator()) {
      Map<String, List<String>> objects = new LinkedHashMap<>();
      List<String> drops = new ArrayList<>();
      int length = 0;
      for (SchemaReader.Kind kind : SchemaReader.KINDS) {
        for (String name : reader.names(session, kind)) {
          List<String> statements = reader.statements(session, kind, name);
          length += statements.stream().mapToInt(String::length).sum();
          requireShort(length);
          objects.put(kind.word() + " " + SchemaReader.quoted(name), statements);
          drops.add(drop(kind.word() + " " + SchemaReader.quoted(name)));
        }
      }
      Collections.reverse(drops);
      return new SchemaParts(SchemaReader.ordered(objects), new LinkedHashSet<>(drops));
    } catch (SQLException e) {
      deadline.check();
      throw new DataPlaneException("the schema cannot be read: " + e.getMessage(), e);
    }
  }

  private static void requireShort(int length) {
    if (length > LONGEST) {
      throw new DataPlaneException(
          "it has more than %d MiB; read it with mysqldump".formatted(LONGEST >> 20));
    }
  }

  private static String drop(String object) {
    return "DROP " + object;
  }

  @Override
  public List<String> changes(Connection from) throws SQLException {
    List<String> statements = new ArrayList<>();
    try (Connection to = administrator()) {
      List<String> common = reader.names(from, SchemaReader.TABLES);
      common.retainAll(reader.names(to, SchemaReader.TABLES));
      for (String table : common) {
        String found = reader.statements(from, SchemaReader.TABLES, table).get(0);
        String wanted = reader.statements(to, SchemaReader.TABLES, table).get(0);
        if (!found.equals(wanted)) {
          statements.addAll(TableChanges.between(SchemaReader.quoted(table), found, wanted));
        }
      }
    }
    return statements;
  }

  /** Tables keep their rows, and change otherwise. */
  @Override
  public List<List<String>> replacements(String name, SchemaParts wanted) {
    if (name.startsWith("TABLE ")) {
      return List.of();
    }
    List<String> statements = new ArrayList<>(List.of(drop(name)));
    statements.addAll(wanted.object(name).orElseThrow());
    return List.of(statements);
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
    return List.of(UNCHECKED_KEYS);
  }

  @Override
  public Connection connect() throws SQLException {
    return prepared(MySqlLogin.open(port, info.user(), password, files));
  }

  private Connection administrator() throws SQLException {
    return prepared(MySqlLogin.openAsAdmin(port, files));
  }

  private Connection prepared(Connection connection) throws SQLException {
    deadline.guard(connection);
    try (Statement statement = connection.createStatement()) {
      connection.setCatalog(info.database());
      statement.execute(UNCHECKED_KEYS);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
