package dev.goldenrod.engine.postgres;

import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.ToolRunner;
import dev.goldenrod.engine.schema.LiveSchema;
import dev.goldenrod.engine.schema.SchemaParts;
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
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The schema of a PostgreSQL database, as pg_dump writes it. */
final class PostgresSchema implements LiveSchema {
  private static final int NETWORK_TIMEOUT_MILLIS = 120_000;

  /** Functions are made before the tables that they speak of. */
  private static final String UNCHECKED_BODIES = "SET check_function_bodies = false";

  private static final String OUTPUT = "schema.sql";

  /** How pg_dump begins each object. */
  private static final Pattern HEADER =
      Pattern.compile(
          "^--\\n-- Name: (?<name>.*); Type: (?<type>.*); Schema: (?<schema>.*); Owner: .*\\n--\\n",
          Pattern.MULTILINE);

  /** What psql alone understands. */
  private static final Pattern PSQL_COMMAND = Pattern.compile("\\\\(un)?restrict .*");

  private static final Pattern END =
      Pattern.compile("\\n--\\n-- PostgreSQL database dump complete\\n--");

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
    return lines.stream()
        .filter(line -> !isMessage(line) && !PSQL_COMMAND.matcher(line).matches())
        .collect(Collectors.joining("\n", "", "\n"));
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

  /** Drops come first, in lines of their own, then each object with a header. */
  static SchemaParts parts(String dump) {
    Matcher end = END.matcher(dump);
    String text = end.find() ? dump.substring(0, end.start()) : dump;
    Map<String, String> objects = new LinkedHashMap<>();
    Matcher header = HEADER.matcher(text);
    boolean found = header.find();
    Set<String> drops = drops(found ? text.substring(0, header.start()) : text);
    while (found) {
      String name = name(header.group("type"), header.group("schema"), header.group("name"));
      int begin = header.end();
      found = header.find();
      String ddl = text.substring(begin, found ? header.start() : text.length());
      objects.put(name, withoutSettings(ddl));
    }
    return new SchemaParts(objects, drops);
  }

  private static Set<String> drops(String beginning) {
    return beginning
        .lines()
        .filter(line -> DROP.matcher(line).lookingAt())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Settings for what follows stand at the end of what comes before. */
  private static String withoutSettings(String ddl) {
    return ddl.replaceAll("\\n+SET default_(table_access_method|tablespace) = .*;", "").strip();
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
    return List.of(UNCHECKED_BODIES);
  }

  /** As pg_dump's own settings have it, so that its statements mean what they say. */
  @Override
  public Connection connect() throws SQLException {
    Connection connection = PostgresLogin.open(port, info.database(), info.user(), password);
    try (Statement statement = connection.createStatement()) {
      connection.setNetworkTimeout(Runnable::run, NETWORK_TIMEOUT_MILLIS);
      statement.execute(UNCHECKED_BODIES + "; SET search_path = ''; SET statement_timeout = '60s'");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }
}
