package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.SchemaParts;
import dev.goldenrod.engine.schema.SqlText;
import dev.goldenrod.engine.schema.SqlText.Dialect;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The schema of a PostgreSQL database, as pg_dump writes it. */
final class PostgresSchema implements LiveSchema {
  private static final int NETWORK_TIMEOUT_MILLIS = 120_000;

  /** As pg_dump has them: functions come before what they speak of, and names say their schema. */
  private static final List<String> SETTINGS =
      List.of(
          "SET standard_conforming_strings = on",
          "SET check_function_bodies = false",
          "SELECT pg_catalog.set_config('search_path', '', false)");

  private static final String OUTPUT = "schema.sql";

  /** How pg_dump begins each object. */
  private static final Pattern HEADER =
      Pattern.compile(
          "^--\\n-- Name: (?<name>.*); Type: (?<type>.*); Schema: (?<schema>.*); Owner: .*\\n--\\n",
          Pattern.MULTILINE);

  /** What psql alone understands, and what pg_dump says beside the dump. */
  private static final Pattern NO_SQL = Pattern.compile("\\\\(un)?restrict .*|pg_dump: .*");

  private static final Pattern SETTING =
      Pattern.compile("SET default_(table_access_method|tablespace) = .*;");

  private static final Pattern END =
      Pattern.compile("^--\\n-- PostgreSQL database dump complete\\n--", Pattern.MULTILINE);

  private static final Pattern DROP = Pattern.compile("DROP |ALTER ");

  private static final Pattern REPLACEABLE =
      Pattern.compile("CREATE (?=(FUNCTION|PROCEDURE|VIEW) )");

  private final DatabaseInfo info;
  private final int port;
  private final String password;
  private final ToolRunner tools;
  private final UnaryOperator<String> program;

  /**
   * The schema of the database that listens on that port of the loopback address.
   *
   * @param program finds tools that can read its release
   */
  PostgresSchema(
      DatabaseInfo info,
      int port,
      String password,
      ToolRunner tools,
      UnaryOperator<String> program) {
    this.info = info;
    this.port = port;
    this.password = password;
    this.tools = tools;
    this.program = program;
  }

  /** Taken from what pg_dump prints: a file of its own could be put in place by the database. */
  @Override
  public String ddl() {
    return dump(List.of());
  }

  private String dump(List<String> options) {
    List<String> lines = new ArrayList<>();
    try (LibpqService service = LibpqService.write(tools, "schema", parameters(), password)) {
      int exitCode =
          tools.run(OUTPUT, command(service, options), service.environment(), lines::add);
      if (exitCode != 0) {
        throw new DataPlaneException(
            "pg_dump failed: " + lines.stream().filter(PostgresSchema::isMessage).toList());
      }
    } finally {
      tools.remove(OUTPUT);
    }
    return checked(String.join("\n", lines) + "\n");
  }

  /**
   * The dump without what psql alone understands.
   *
   * @throws DataPlaneException when psql would do more in it than send statements
   */
  static String checked(String dump) {
    String sql = SqlText.read(dump, Dialect.POSTGRESQL).withoutLines(NO_SQL);
    if (SqlText.read(sql, Dialect.POSTGRESQL).hasPlain("\\")) {
      throw new DataPlaneException("its text holds commands of psql, which no schema does");
    }
    return sql;
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
    return Map.of(
        "host",
        PostgresLogin.LOOPBACK,
        "port",
        Integer.toString(port),
        "dbname",
        info.database(),
        "user",
        info.user(),
        "sslmode",
        "disable",
        "gssencmode",
        "disable");
  }

  @Override
  public SchemaParts parts() {
    return parts(dump(List.of("--clean")));
  }

  /** Drops come first, then each object with a header. What is quoted is neither. */
  static SchemaParts parts(String dump) {
    SqlText text = SqlText.read(dump, Dialect.POSTGRESQL);
    Map<String, String> objects = new LinkedHashMap<>();
    int end = find(END.matcher(dump), text).map(Matcher::start).orElse(dump.length());
    Matcher header = HEADER.matcher(dump).region(0, end);
    boolean found = find(header, text).isPresent();
    Set<String> drops = drops(dump.substring(0, found ? header.start() : end));
    while (found) {
      String name = name(header.group("type"), header.group("schema"), header.group("name"));
      int begin = header.end();
      found = find(header, text).isPresent();
      objects.put(name, withoutSettings(dump.substring(begin, found ? header.start() : end)));
    }
    return new SchemaParts(objects, drops);
  }

  /** The matcher at its next match that is a comment of the dump's own. */
  private static Optional<Matcher> find(Matcher matcher, SqlText text) {
    while (matcher.find()) {
      if (text.beginsComment(matcher.start())) {
        return Optional.of(matcher);
      }
    }
    return Optional.empty();
  }

  private static Set<String> drops(String beginning) {
    return SqlText.read(beginning, Dialect.POSTGRESQL).statements().stream()
        .filter(statement -> DROP.matcher(statement).lookingAt())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Settings for what follows stand at the end of what comes before. */
  private static String withoutSettings(String ddl) {
    return SqlText.read(ddl, Dialect.POSTGRESQL).withoutLines(SETTING).strip();
  }

  private static String name(String type, String schema, String name) {
    return schema.equals("-") ? type + " " + name : type + " " + schema + "." + name;
  }

  @Override
  public List<String> replacement(String name, String ddl) {
    Matcher create = REPLACEABLE.matcher(ddl);
    return create.lookingAt()
        ? List.of("CREATE OR REPLACE " + ddl.substring(create.end()))
        : List.of();
  }

  @Override
  public String inScript(String statement) {
    return statement.endsWith(";") ? statement : statement + ";";
  }

  @Override
  public List<String> namespaces(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT nspname FROM pg_catalog.pg_namespace WHERE nspname !~ '^pg_'"
                    + " AND nspname <> 'information_schema' ORDER BY 1")) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  @Override
  public List<String> settings() {
    return SETTINGS;
  }

  /** As pg_dump's own settings have it, so that its statements mean what they say. */
  @Override
  public Connection connect() throws SQLException {
    Connection connection = PostgresLogin.open(port, info.database(), info.user(), password);
    try (Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
      statement.execute(String.join("; ", SETTINGS) + "; SET statement_timeout = '60s'");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
