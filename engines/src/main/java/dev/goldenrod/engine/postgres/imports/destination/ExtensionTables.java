package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The tables of extensions, whose rows the clones' role loads though it does not own them. Which
 * they are is asked of the server here: a source could name any table.
 */
public final class ExtensionTables {
  private static final String TABLES =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname) FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_depend d ON d.objid = c.oid
             AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
             AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
             AND d.deptype = 'e'
       WHERE c.relkind IN ('r', 'p', 'S') AND n.nspname <> 'pg_catalog'
      """;

  private final List<String> tables;

  private ExtensionTables(List<String> tables) {
    this.tables = List.copyOf(tables);
  }

  /** The tables of all extensions that are there, while there is nothing of a source. */
  public static ExtensionTables of(Connection admin) throws SQLException {
    return new ExtensionTables(Sql.texts(admin, TABLES));
  }

  /** Statements that let the role write to them. */
  public List<String> open() {
    return each("GRANT SELECT, INSERT, UPDATE, REFERENCES ON TABLE %s TO " + AdminRole.CLONE_ROLE);
  }

  /** Statements that take that back. */
  public List<String> close() {
    return each("REVOKE ALL ON TABLE %s FROM " + AdminRole.CLONE_ROLE);
  }

  private List<String> each(String statement) {
    return tables.stream().map(statement::formatted).toList();
  }
}
