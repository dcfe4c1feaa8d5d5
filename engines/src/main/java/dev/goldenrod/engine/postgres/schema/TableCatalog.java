package dev.goldenrod.engine.postgres.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The tables and enums of a database that can be changed without losing data, in the server's
 * words. Names are quoted where needed.
 *
 * @param tables by their qualified names
 * @param enums the labels of each in order, as literals
 */
record TableCatalog(Map<String, Table> tables, Map<String, List<String>> enums) {
  private static final String OWN =
      " n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND NOT EXISTS (SELECT FROM"
          + " pg_catalog.pg_depend e WHERE e.objid = %1$s.oid AND e.deptype = 'e'"
          + " AND e.classid = 'pg_catalog.%2$s'::pg_catalog.regclass) ";

  /** Excludes partitions and inherited columns, which follow their parent tables. */
  private static final String COLUMNS =
      "SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), pg_catalog.quote_ident(a.attname),"
          + " pg_catalog.format_type(a.atttypid, a.atttypmod),"
          + " CASE WHEN o.oid IS NULL THEN '' ELSE pg_catalog.format('%I.%I', s.nspname, o.collname) END,"
          + " a.attnotnull,"
          + " coalesce(pg_catalog.pg_get_expr(d.adbin, d.adrelid), ''), a.attgenerated::text,"
          + " a.attidentity::text"
          + " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0"
          + " AND NOT a.attisdropped AND a.attislocal"
          + " LEFT JOIN pg_catalog.pg_type t ON t.oid = a.atttypid"
          + " LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation"
          + " AND a.attcollation <> t.typcollation"
          + " LEFT JOIN pg_catalog.pg_namespace s ON s.oid = o.collnamespace"
          + " LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum"
          + " WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.reloftype = 0 AND"
          + OWN.formatted("c", "pg_class")
          + "ORDER BY 1, a.attnum";

  private static final String CHECKS =
      "SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), pg_catalog.quote_ident(k.conname),"
          + " pg_catalog.pg_get_constraintdef(k.oid)"
          + " FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
          + " WHERE k.contype = 'c' AND k.conislocal AND NOT c.relispartition AND"
          + OWN.formatted("c", "pg_class")
          + "ORDER BY 1, 2";

  private static final String ENUMS =
      "SELECT pg_catalog.format('%I.%I', n.nspname, t.typname),"
          + " pg_catalog.quote_literal(l.enumlabel)"
          + " FROM pg_catalog.pg_enum l JOIN pg_catalog.pg_type t ON t.oid = l.enumtypid"
          + " JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace WHERE"
          + OWN.formatted("t", "pg_type")
          + "ORDER BY 1, l.enumsortorder";

  /** A table, with its columns and the definitions of its checks by name. */
  record Table(Map<String, Column> columns, Map<String, String> checks) {}

  /**
   * A column of a table, in the server's words.
   *
   * @param collation empty for the type's default
   * @param required whether it is NOT NULL
   * @param value the default or the generation expression; empty for none
   * @param generated {@code s} if stored, {@code v} if virtual; empty if not generated
   * @param identity {@code a} for ALWAYS, {@code d} for BY DEFAULT; empty if not an identity
   */
  record Column(
      String type,
      String collation,
      boolean required,
      String value,
      String generated,
      String identity) {

    /**
     * Returns the ALTER TABLE actions that add the column. Existing rows may make NOT NULL fail.
     */
    List<String> added(String name) {
      String column = "ADD COLUMN " + name + " " + collatedType() + filling();
      if (!required || !identity.isEmpty()) {
        return List.of(column);
      }
      return value.isEmpty()
          ? List.of(column, "ALTER COLUMN " + name + " SET NOT NULL")
          : List.of(column + " NOT NULL");
    }

    String collatedType() {
      return collation.isEmpty() ? type : type + " COLLATE " + collation;
    }

    private String filling() {
      if (!identity.isEmpty()) {
        return " GENERATED " + identityKind() + " AS IDENTITY";
      }
      if (!generated.isEmpty()) {
        return " GENERATED ALWAYS AS (" + value + ")" + (isStored() ? " STORED" : " VIRTUAL");
      }
      return value.isEmpty() ? "" : " DEFAULT " + value;
    }

    private boolean isStored() {
      return generated.equals("s");
    }

    String identityKind() {
      return identity.equals("a") ? "ALWAYS" : "BY DEFAULT";
    }

    boolean isGenerated() {
      return !generated.isEmpty();
    }

    boolean isIdentity() {
      return !identity.isEmpty();
    }
  }

  static TableCatalog read(Connection session) throws SQLException {
    TableCatalog catalog = new TableCatalog(new LinkedHashMap<>(), new LinkedHashMap<>());
    try (Statement statement = session.createStatement()) {
      catalog.readColumns(statement);
      catalog.readChecks(statement);
      catalog.readEnums(statement);
    }
    return catalog;
  }

  private void readColumns(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(COLUMNS)) {
      while (row.next()) {
        Table table = table(row.getString(1));
        if (row.getString(2) != null) {
          table
              .columns()
              .put(
                  row.getString(2),
                  new Column(
                      row.getString(3),
                      row.getString(4),
                      row.getBoolean(5),
                      row.getString(6),
                      row.getString(7),
                      row.getString(8)));
        }
      }
    }
  }

  private void readChecks(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(CHECKS)) {
      while (row.next()) {
        table(row.getString(1)).checks().put(row.getString(2), row.getString(3));
      }
    }
  }

  private void readEnums(Statement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery(ENUMS)) {
      while (row.next()) {
        enums.computeIfAbsent(row.getString(1), name -> new ArrayList<>()).add(row.getString(2));
      }
    }
  }

  private Table table(String name) {
    return tables.computeIfAbsent(
        name, key -> new Table(new LinkedHashMap<>(), new LinkedHashMap<>()));
  }
}
