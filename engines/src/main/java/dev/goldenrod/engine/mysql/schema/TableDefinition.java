package dev.goldenrod.engine.mysql.schema;

import dev.goldenrod.engine.schema.SqlText;
import dev.goldenrod.engine.schema.SqlText.Dialect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parsed lines of SHOW CREATE TABLE, each of which ALTER TABLE can add.
 *
 * @param columns in order, by their quoted names
 * @param keys by their quoted names; the primary key's is {@link #PRIMARY}
 * @param checks by their quoted names
 * @param foreignKeys by their quoted names
 * @param options the text after the last parenthesis
 */
public record TableDefinition(
    Map<String, String> columns,
    Map<String, String> keys,
    Map<String, String> checks,
    Map<String, String> foreignKeys,
    String options) {
  static final String PRIMARY = "PRIMARY";

  private static final String NAME = "(`(?:[^`]|``)+`)";
  private static final Pattern COLUMN = Pattern.compile(NAME + " .*", Pattern.DOTALL);
  private static final Pattern KEY =
      Pattern.compile("(?:(?:UNIQUE|FULLTEXT|SPATIAL) )?KEY " + NAME + ".*", Pattern.DOTALL);
  private static final Pattern REFERENCE =
      Pattern.compile(
          "CONSTRAINT "
              + NAME
              + " FOREIGN KEY \\((?<columns>.*?)\\) REFERENCES (?<table>"
              + NAME
              + ") \\((?<referenced>.*?)\\).*");
  private static final Pattern QUOTED = Pattern.compile(NAME);
  private static final Pattern CHARSET = Pattern.compile("\\bDEFAULT CHARSET=(\\w+)");
  private static final Pattern CONSTRAINT =
      Pattern.compile("CONSTRAINT " + NAME + " (FOREIGN KEY|CHECK) .*", Pattern.DOTALL);

  public static TableDefinition parse(String ddl) {
    SqlText text = SqlText.read(ddl, Dialect.MYSQL);
    int line = ddl.indexOf(" (\n") + " (\n".length();
    TableDefinition table = empty("");
    for (int at = line; at < ddl.length(); at++) {
      if (ddl.charAt(at) == '\n' && text.isPlain(at)) {
        table.add(ddl.substring(line, at).strip());
        line = at + 1;
        if (ddl.startsWith(") ", line)) {
          break;
        }
      }
    }
    return table.with(ddl.substring(Math.min(ddl.length(), line + ") ".length())));
  }

  private static TableDefinition empty(String options) {
    return new TableDefinition(
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        new LinkedHashMap<>(),
        options);
  }

  private TableDefinition with(String newOptions) {
    return new TableDefinition(columns, keys, checks, foreignKeys, newOptions);
  }

  private void add(String line) {
    String part = line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
    Matcher column = COLUMN.matcher(part);
    Matcher key = KEY.matcher(part);
    Matcher constraint = CONSTRAINT.matcher(part);
    if (column.matches()) {
      columns.put(column.group(1), part);
    } else if (key.matches()) {
      keys.put(key.group(1), part);
    } else if (constraint.matches()) {
      (constraint.group(2).equals("CHECK") ? checks : foreignKeys).put(constraint.group(1), part);
    } else {
      keys.put(PRIMARY, part);
    }
  }

  /** The default character set of the columns. */
  String charset() {
    Matcher charset = CHARSET.matcher(options);
    return charset.find() ? charset.group(1) : "";
  }

  Optional<ColumnType> type(String column) {
    return Optional.ofNullable(columns.get(column)).map(line -> ColumnType.of(line, charset()));
  }

  /** Returns whether the statement creates a table. */
  public static boolean isOne(String statement) {
    return statement.startsWith("CREATE TABLE ");
  }

  /** Removes foreign keys from a statement that creates a table, and returns others unchanged. */
  public static String withoutForeignKeys(String ddl) {
    if (!isOne(ddl)) {
      return ddl;
    }
    String bare = ddl;
    for (String key : parse(ddl).foreignKeys().values()) {
      bare = bare.replace(",\n  " + key, "");
    }
    return bare;
  }

  /**
   * The two sides of a foreign key, with quoted names.
   *
   * @param columns of the referencing table
   * @param referenced columns of the other table, in the same order
   */
  record Reference(List<String> columns, String table, List<String> referenced) {
    static Reference of(String foreignKey) {
      Matcher key = REFERENCE.matcher(foreignKey);
      return key.matches()
          ? new Reference(
              names(key.group("columns")), key.group("table"), names(key.group("referenced")))
          : new Reference(List.of(), "", List.of());
    }

    private static List<String> names(String list) {
      return QUOTED.matcher(list).results().map(MatchResult::group).toList();
    }
  }
}
