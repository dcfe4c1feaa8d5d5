package dev.goldenrod.engine.postgres.schema;

import dev.goldenrod.engine.schema.Change.DataLoss;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The data that statements destroy, and queries that count it. Names are quoted where needed. */
public final class Losses {
  private static final Pattern DROP =
      Pattern.compile(
          "DROP (?<kind>TABLE|MATERIALIZED VIEW|SEQUENCE|EXTENSION) (?:IF EXISTS )?(?<name>.*);",
          Pattern.DOTALL);

  private static final String ROWS = "count(*) || ' rows'";

  private Losses() {}

  /** Returns what a DROP statement destroys. */
  public static List<DataLoss> ofDrop(String drop) {
    Matcher dropped = DROP.matcher(drop);
    if (!dropped.matches()) {
      return List.of();
    }
    String name = dropped.group("name");
    return switch (dropped.group("kind")) {
      case "TABLE" -> List.of(loss("table " + name, select(ROWS, name)));
      case "MATERIALIZED VIEW" -> List.of(loss("materialized view " + name, select(ROWS, name)));
      case "SEQUENCE" ->
          List.of(
              loss("sequence " + name, select("'its last value is at most ' || last_value", name)));
      default -> List.of(loss("extension " + name, tables(name)));
    };
  }

  /** Returns a query for the tables of an extension, which reads null if there are none. */
  private static String tables(String extension) {
    return "SELECT nullif(count(*), 0) || ' tables of its own: ' || pg_catalog.string_agg("
        + "d.objid::pg_catalog.regclass::text, ', ') FROM pg_catalog.pg_depend d"
        + " JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid"
        + " JOIN pg_catalog.pg_class c ON c.oid = d.objid AND c.relkind IN ('r', 'p', 'm', 'S')"
        + " WHERE d.deptype = 'e' AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass"
        + " AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass"
        + " AND pg_catalog.quote_ident(e.extname) = "
        + literal(extension);
  }

  static DataLoss ofColumn(String table, String column) {
    return loss(
        "column " + column + " of " + table,
        select(ROWS + " || ', ' || count(" + column + ") || ' of them with a value'", table));
  }

  static DataLoss ofIdentity(String table, String column) {
    return loss(
        "the sequence that numbers column " + column + " of " + table,
        "SELECT 'its last value is at most ' || pg_catalog.pg_sequence_last_value(s.oid) FROM"
            + " pg_catalog.pg_attribute a JOIN pg_catalog.pg_depend d ON d.refobjid = a.attrelid"
            + " AND d.refobjsubid = a.attnum AND d.deptype = 'i' JOIN pg_catalog.pg_class s"
            + " ON s.oid = d.objid AND s.relkind = 'S' WHERE a.attrelid = "
            + literal(table)
            + "::pg_catalog.regclass AND pg_catalog.quote_ident(a.attname) = "
            + literal(column));
  }

  /** Values that change when cast there and back are lost. Not all types can be compared. */
  static DataLoss ofRetyping(String table, String column, String from, String to) {
    String back = "(" + column + "::" + to + ")::" + from;
    return loss(
        "column %s of %s, from %s to %s".formatted(column, table, from, to),
        retyping(table, column, back + " IS DISTINCT FROM " + column),
        retyping(table, column, "(" + column + "::" + to + ")::text <> " + column + "::text"),
        select(figures(column), table));
  }

  private static String retyping(String table, String column, String changed) {
    return select(
        "count(*) FILTER (WHERE " + changed + ") || ' values change, of ' || " + figures(column),
        table);
  }

  private static String figures(String column) {
    return ROWS
        + " || ', ' || count(*) - count("
        + column
        + ") || ' nulls, the longest value has ' || coalesce(max(pg_catalog.length("
        + column
        + "::text)), 0) || ' characters'";
  }

  private static String select(String what, String from) {
    return "SELECT " + what + " FROM " + from;
  }

  /** Quotes a string for sessions with standard_conforming_strings. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static DataLoss loss(String what, String... queries) {
    return new DataLoss(what, List.of(queries));
  }
}
