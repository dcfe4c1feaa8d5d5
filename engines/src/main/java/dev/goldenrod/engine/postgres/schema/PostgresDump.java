package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.LiveSchema.SchemaParts;
import dev.goldenrod.engine.schema.SqlText;
import dev.goldenrod.engine.schema.SqlText.Dialect;
import dev.goldenrod.port.DataPlaneException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Parses the output of pg_dump. */
public final class PostgresDump {
  private static final Pattern HEADER =
      Pattern.compile(
          "^--\\n-- Name: (?<name>.*); Type: (?<type>.*); Schema: (?<schema>.*); Owner: .*\\n--\\n",
          Pattern.MULTILINE);

  /** Commands of psql, and messages of pg_dump. */
  private static final Pattern NO_SQL = Pattern.compile("\\\\(un)?restrict .*|pg_dump: .*");

  /** A colon in an array slice, which psql would read as the start of one of its variables. */
  private static final Pattern VARIABLE = Pattern.compile("(?<!:):(?=[\"'A-Za-z_\\x80-\\uffff])");

  private static final Pattern SETTING =
      Pattern.compile("SET default_(table_access_method|tablespace) = .*;");

  private static final Pattern END =
      Pattern.compile("^--\\n-- PostgreSQL database dump complete\\n--", Pattern.MULTILINE);

  private static final Pattern DROP = Pattern.compile("DROP |ALTER ");

  private static final String ROLE = "((?:\"[^\"]*\")+|[^\\s\";]+)";
  private static final Pattern PRIVILEGE =
      Pattern.compile(
          "(?<default>ALTER DEFAULT PRIVILEGES .*? )?(?<verb>GRANT|REVOKE) (?<rest>.* ON .*)"
              + " (?:TO|FROM) (?<role>"
              + ROLE
              + ")(?: WITH GRANT OPTION)?;",
          Pattern.DOTALL);

  private PostgresDump() {}

  /** Returns the dump without psql's own lines. Throws if psql would find other commands in it. */
  public static String checked(String dump) {
    String sql = SqlText.read(dump, Dialect.POSTGRESQL).withoutLines(NO_SQL);
    if (SqlText.read(sql, Dialect.POSTGRESQL).hasPlain("\\")) {
      throw new DataPlaneException(
          "the text of the schema contains psql commands, which no schema has");
    }
    return withoutVariables(sql);
  }

  /** Returns the statements with spaces after colons, so that psql sees no variables. */
  public static String withoutVariables(String sql) {
    SqlText text = SqlText.read(sql, Dialect.POSTGRESQL);
    return VARIABLE.matcher(sql).replaceAll(colon -> text.isPlain(colon.start()) ? ": " : ":");
  }

  /**
   * Splits a dump into its drops and the objects after them, each of which has a header. Quoted
   * text counts as neither.
   */
  public static SchemaParts parts(String dump) {
    SqlText text = SqlText.read(dump, Dialect.POSTGRESQL);
    List<DumpNames.Named> objects = new ArrayList<>();
    int end = find(END.matcher(dump), text).map(Matcher::start).orElse(dump.length());
    Matcher header = HEADER.matcher(dump).region(0, end);
    boolean found = find(header, text).isPresent();
    Set<String> drops = drops(dump.substring(0, found ? header.start() : end));
    while (found) {
      String name = name(header.group("type"), header.group("schema"), header.group("name"));
      int begin = header.end();
      found = find(header, text).isPresent();
      String ddl = withoutSettings(dump.substring(begin, found ? header.start() : end));
      objects.add(new DumpNames.Named(DumpNames.complete(name, ddl), ddl));
      if (name.startsWith("ACL ") || name.startsWith("DEFAULT ACL ")) {
        drops.addAll(reversed(ddl));
      }
    }
    return new SchemaParts(DumpNames.apart(objects), drops);
  }

  /** Skips matches that are not comments of pg_dump itself. */
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

  /** Returns the reverse of each privilege that has one: pg_dump has no drops for privileges. */
  private static List<String> reversed(String ddl) {
    return SqlText.read(ddl, Dialect.POSTGRESQL).statements().stream()
        .flatMap(statement -> reverse(statement).stream())
        .toList();
  }

  private static Optional<String> reverse(String statement) {
    Matcher privilege = PRIVILEGE.matcher(statement);
    if (!privilege.matches()) {
      return Optional.empty();
    }
    boolean granted = privilege.group("verb").equals("GRANT");
    return Optional.of(
        (privilege.group("default") == null ? "" : privilege.group("default"))
            + (granted ? "REVOKE " : "GRANT ")
            + privilege.group("rest").strip()
            + (granted ? " FROM " : " TO ")
            + privilege.group("role")
            + ";");
  }

  /** Settings for the next object stand at the end of the previous one. */
  private static String withoutSettings(String ddl) {
    return SqlText.read(ddl, Dialect.POSTGRESQL).withoutLines(SETTING).strip();
  }

  private static String name(String type, String schema, String name) {
    return schema.equals("-") ? type + " " + name : type + " " + schema + "." + name;
  }

  /** Returns whether two table definitions differ only in the order of their columns. */
  public static boolean isSame(String one, String other) {
    return one.startsWith("CREATE TABLE ") && elements(one).equals(elements(other));
  }

  /** Returns the columns, checks and further statements of a table, sorted. */
  private static List<String> elements(String ddl) {
    SqlText text = SqlText.read(ddl, Dialect.POSTGRESQL);
    List<String> elements = new ArrayList<>();
    int begin = 0;
    int depth = 0;
    for (int at = 0; at < ddl.length() && (begin == 0 || depth > 0); at++) {
      char found = text.isPlain(at) ? ddl.charAt(at) : ' ';
      boolean opens = found == '(' || found == '[';
      boolean closes = found == ')' || found == ']';
      if (depth == 0 && opens || depth == 1 && (closes || found == ',')) {
        elements.add(ddl.substring(begin, at).strip());
        begin = at + 1;
      }
      depth += (opens ? 1 : 0) - (closes ? 1 : 0);
    }
    elements.addAll(SqlText.read(ddl.substring(begin), Dialect.POSTGRESQL).statements());
    return elements.stream().sorted().toList();
  }
}
