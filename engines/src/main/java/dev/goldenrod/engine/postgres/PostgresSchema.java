package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.ServerContext;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.postgres.schema.DatabaseSettings;
import dev.goldenrod.engine.postgres.schema.Losses;
import dev.goldenrod.engine.postgres.schema.PostgresDump;
import dev.goldenrod.engine.postgres.schema.Replacements;
import dev.goldenrod.engine.postgres.schema.TableChanges;
import dev.goldenrod.engine.schema.Change;
import dev.goldenrod.engine.schema.Change.DataLoss;
import dev.goldenrod.engine.schema.Deadline;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.LiveSchema.SchemaParts;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The schema of a PostgreSQL database, from the output of pg_dump. */
final class PostgresSchema implements LiveSchema {
  private static final int LONGEST_STATEMENT_MILLIS = 60_000;

  /**
   * As in pg_dump: functions come before the objects that they use, names are qualified, and text
   * of floating-point numbers has all digits.
   */
  private static final List<String> SETTINGS =
      List.of(
          "SET standard_conforming_strings = on",
          "SET check_function_bodies = false",
          "SET extra_float_digits = 1",
          "SELECT pg_catalog.set_config('search_path', '', false)");

  /** A query from which a policy would hide rows fails instead of counting too few. */
  private static final String NO_ROW_HIDDEN = "SET LOCAL row_security = off";

  private static final String DATATYPE_MISMATCH = "42804";
  private static final String OUTPUT = "schema.sql";

  /** Limit in characters, to protect the memory of this process. */
  private static final int LONGEST = 16 << 20;

  private final ServerContext context;
  private final DatabaseInfo info;
  private final int port;
  private final String password;
  private final ToolRunner tools;
  private final UnaryOperator<String> program;
  private final Deadline deadline;

  PostgresSchema(
      ServerContext context,
      int port,
      String password,
      ToolRunner tools,
      UnaryOperator<String> program,
      Deadline deadline) {
    this.context = context;
    this.info = context.info();
    this.port = port;
    this.password = password;
    this.tools = tools;
    this.program = program;
    this.deadline = deadline;
  }

  /** Reads pg_dump's standard output, because the database's user could replace a file. */
  @Override
  public String ddl() {
    return dump(List.of());
  }

  private String dump(List<String> options) {
    StringBuilder dump = new StringBuilder();
    try (LibpqService service = LibpqService.write(tools, "schema", parameters(), password)) {
      int exitCode =
          tools.run(
              OUTPUT,
              command(service, options),
              service.environment(),
              line -> requireShort(dump.append(line).append('\n')));
      if (exitCode != 0) {
        throw failure(dump.toString());
      }
    } finally {
      tools.remove(OUTPUT);
    }
    return PostgresDump.checked(dump.toString());
  }

  private static void requireShort(StringBuilder dump) {
    if (dump.length() > LONGEST) {
      throw new DataPlaneException(
          "the schema has more than %d MiB; read it with pg_dump".formatted(LONGEST >> 20));
    }
  }

  private DataPlaneException failure(String output) {
    List<String> messages = output.lines().filter(PostgresSchema::isMessage).toList();
    return new DataPlaneException("pg_dump failed: " + messages);
  }

  private List<String> command(LibpqService service, List<String> options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                program.apply("pg_dump"),
                "--dbname=" + service.dbname(),
                "--no-password",
                "--schema-only",
                "--no-owner",
                "--no-tablespaces",
                "--no-subscriptions",
                "--encoding=UTF8",
                "--lock-wait-timeout=10000"));
    command.addAll(options);
    return command;
  }

  private static boolean isMessage(String line) {
    return line.startsWith("pg_dump: ");
  }

  private Map<String, String> parameters() {
    Map<String, String> parameters =
        LibpqService.loopback(context.port(), info.database(), info.user());
    parameters.put("sslmode", context.tls().isPresent() ? "require" : "disable");
    parameters.put("gssencmode", "disable");
    parameters.put("options", SessionSettings.OF_ROLE.on(PostgresEngine.major(info)).options());
    return parameters;
  }

  @Override
  public SchemaParts parts() {
    SchemaParts dumped = PostgresDump.parts(dump(List.of("--clean")));
    try (Connection session = connect()) {
      return DatabaseSettings.added(dumped, session);
    } catch (SQLException e) {
      deadline.check();
      throw new DataPlaneException("the settings cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  public List<Change> creations(String name, SchemaParts wanted) {
    return List.of(Change.of(wanted.object(name).orElseThrow()));
  }

  @Override
  public List<List<Change>> changes(Connection from) throws SQLException {
    try (Connection session = connect()) {
      return TableChanges.between(from, session);
    }
  }

  @Override
  public List<Change> replacements(String name, SchemaParts found, SchemaParts wanted) {
    return Replacements.of(name, wanted);
  }

  @Override
  public List<DataLoss> losses(String drop) {
    return Losses.ofDrop(drop);
  }

  @Override
  public boolean isRefusedCast(SQLException failure) {
    return DATATYPE_MISMATCH.equals(failure.getSQLState());
  }

  @Override
  public Optional<String> read(Connection session, String query, int atMostMillis)
      throws SQLException {
    session.setAutoCommit(false);
    try (Statement statement = session.createStatement()) {
      statement.execute(NO_ROW_HIDDEN);
      statement.setQueryTimeout(Math.max(1, atMostMillis / 1000));
      try (ResultSet row = statement.executeQuery(query)) {
        return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
      }
    } finally {
      session.rollback();
      session.setAutoCommit(true);
    }
  }

  @Override
  public boolean isSame(List<String> one, List<String> other) {
    return one.size() == 1 && other.size() == 1 && PostgresDump.isSame(one.get(0), other.get(0));
  }

  @Override
  public Optional<String> inScript(String statement) {
    String script = PostgresDump.withoutVariables(statement);
    return Optional.of(script.endsWith(";") ? script : script + ";");
  }

  @Override
  public List<String> settings() {
    return SETTINGS;
  }

  /** Uses pg_dump's settings, so that its statements keep their meaning. */
  @Override
  public Connection connect() throws SQLException {
    Connection connection =
        deadline.guard(PostgresLogin.openAsRole(port, info, password, context.tls().isPresent()));
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "%s; SET statement_timeout = %d"
              .formatted(
                  String.join("; ", SETTINGS),
                  Math.min(LONGEST_STATEMENT_MILLIS, deadline.millisLeft() + 1)));
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
