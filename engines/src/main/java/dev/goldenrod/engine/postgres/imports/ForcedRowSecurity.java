package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Finds tables whose policies apply to their owner, who is another role in clones. */
public final class ForcedRowSecurity {
  private static final String TABLES =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname),
             pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(c.relowner))
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relrowsecurity AND c.relforcerowsecurity ORDER BY 1
      """;

  private ForcedRowSecurity() {}

  /** Returns a sentence for each such table, while the tables have their former owners. */
  public static List<String> warnings(Connection connection) throws SQLException {
    return Sql.list(connection, TABLES, row -> warning(row.getString(1), row.getString(2)));
  }

  private static String warning(String table, String owner) {
    return "table %1$s has FORCE ROW LEVEL SECURITY: in clones its policies apply to the clones' user, who now owns it, and may hide all its rows; switch to its former owner (SET ROLE %2$s), or run ALTER TABLE %1$s NO FORCE ROW LEVEL SECURITY"
        .formatted(table, owner);
  }
}
