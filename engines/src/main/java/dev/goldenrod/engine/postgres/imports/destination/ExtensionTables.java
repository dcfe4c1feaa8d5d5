package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables and sequences of extensions, which are the superuser's in clones: in the source they
 * are those of who made the extension, for whom the clones' role stands. Which they are is asked of
 * the server: a source could name any table.
 */
public final class ExtensionTables {
  private static final String TABLES =
      """
      SELECT c.relkind = 'S', pg_catalog.format('%I.%I', n.nspname, c.relname)
        FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_depend d ON d.objid = c.oid
             AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
             AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
             AND d.deptype = 'e'
       WHERE c.relkind IN ('r', 'p', 'S') AND c.oid >= 16384 AND n.nspname <> 'pg_catalog'
      """;

  /**
   * Casts that a foreign key can call of a user's own function. It is called by the owner of the
   * table that is referred to, who is a superuser.
   */
  private static final String OWN_CASTS =
      """
      SELECT count(*) FROM pg_catalog.pg_cast c
       WHERE c.castfunc >= 16384 AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
             WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
               AND d.objid = c.castfunc AND d.deptype = 'e')
      """;

  private final List<String> tables;
  private final List<String> sequences;

  private ExtensionTables(List<String> tables, List<String> sequences) {
    this.tables = List.copyOf(tables);
    this.sequences = List.copyOf(sequences);
  }

  /** Those of all extensions of the database, asked of a session of the superuser. */
  public static ExtensionTables of(Connection admin) throws SQLException {
    List<String> tables = new ArrayList<>();
    List<String> sequences = new ArrayList<>();
    Sql.list(admin, TABLES, row -> (row.getBoolean(1) ? sequences : tables).add(row.getString(2)));
    return new ExtensionTables(tables, sequences);
  }

  /**
   * Statements that let the role read and write them, and let others, for good. It gets no triggers
   * on them, nor foreign keys to them: those run as their owner does.
   */
  public List<String> grants() {
    List<String> all = new ArrayList<>();
    tables.forEach(
        table ->
            all.add(
                "GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON TABLE %s TO %s WITH GRANT OPTION"
                    .formatted(table, AdminRole.CLONE_ROLE)));
    sequences.forEach(
        sequence ->
            all.add(
                "GRANT ALL ON SEQUENCE %s TO %s WITH GRANT OPTION"
                    .formatted(sequence, AdminRole.CLONE_ROLE)));
    return all;
  }

  /**
   * Lets the role make foreign keys to them, unless one of its own casts could be called by them.
   *
   * @return whether it may
   */
  public boolean openReferences(Connection admin) throws SQLException {
    if (Sql.number(admin, OWN_CASTS) > 0) {
      return false;
    }
    Sql.runAll(admin, references("GRANT REFERENCES ON TABLE %s TO %s"));
    return true;
  }

  /** Takes that back. */
  public void closeReferences(Connection admin) throws SQLException {
    Sql.runAll(admin, references("REVOKE REFERENCES ON TABLE %s FROM %s"));
  }

  private List<String> references(String statement) {
    return tables.stream().map(table -> statement.formatted(table, AdminRole.CLONE_ROLE)).toList();
  }
}
