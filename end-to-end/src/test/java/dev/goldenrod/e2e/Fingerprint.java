package dev.goldenrod.e2e;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The contents of a database: row count and checksum of each table, and its other objects. */
record Fingerprint(Map<String, String> parts) {
  private static final String TABLES =
      """
      SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1
      """;

  private static final Map<String, String> OTHERS =
      Map.of(
          "sequences",
          "SELECT string_agg(schemaname || '.' || sequencename || '=' || last_value, ' ' ORDER"
              + " BY schemaname, sequencename) FROM pg_sequences",
          "large objects",
          "SELECT count(*) || ' ' || md5(string_agg(md5(lo_get(content)), '' ORDER BY id)) FROM"
              + " public.picture",
          "a view",
          "SELECT md5(string_agg(t::text, '' ORDER BY item_id)) FROM sales.turnover t",
          "a function",
          "SELECT sales.doubled(21)::text",
          "an enum",
          "SELECT enum_range(NULL::sales.state)::text",
          "constraints",
          "SELECT string_agg(conname, ' ' ORDER BY conname) FROM pg_constraint c JOIN"
              + " pg_namespace n ON n.oid = c.connamespace WHERE n.nspname IN ('sales',"
              + " 'stock', 'public')",
          "indexes",
          "SELECT string_agg(indexdef, ' ' ORDER BY indexname) FROM pg_indexes WHERE schemaname"
              + " IN ('sales', 'stock', 'public')",
          "an extension",
          "SELECT encode(digest('x', 'sha256'), 'hex')");

  static Fingerprint of(Connection connection) throws SQLException {
    Map<String, String> parts = new TreeMap<>();
    for (String table : tables(connection)) {
      parts.put(
          table,
          read(
              connection,
              "SELECT count(*) || ' rows ' || coalesce(sum(hashtextextended(t::text, 0)), 0) FROM "
                  + table
                  + " t"));
    }
    for (Map.Entry<String, String> other : OTHERS.entrySet()) {
      parts.put(other.getKey(), read(connection, other.getValue()));
    }
    return new Fingerprint(parts);
  }

  private static List<String> tables(Connection connection) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private static String read(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
