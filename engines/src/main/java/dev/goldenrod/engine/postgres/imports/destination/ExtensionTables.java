package dev.goldenrod.engine.postgres.imports.destination;

import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tables and sequences of extensions. In clones they belong to the superuser; in the source
 * they belong to the creator of the extension, whom the clones' role replaces. They are read from
 * the new server, because a source could name any table.
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
   * Counts casts by user-defined functions. A foreign key could call one as the owner of the
   * referenced table, who is a superuser.
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

  /** Reads those of all extensions of the database, in a session of the superuser. */
  public static ExtensionTables of(Connection admin) throws SQLException {
    List<String> tables = new ArrayList<>();
    List<String> sequences = new ArrayList<>();
    Sql.list(admin, TABLES, row -> (row.getBoolean(1) ? sequences : tables).add(row.getString(2)));
    return new ExtensionTables(tables, sequences);
  }

  /**
   * Returns grants that let the role use them and grant the same to others. The role gets no
   * triggers on them and no foreign keys to them, because both run as the table's owner.
   */
  public List<String> grants() {
    List<String> all = new ArrayList<>();
    tables.forEach(
        table ->
            all.add(
                "GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON TABLE %s TO %s WITH GRANT OPTION"
                    .formatted(table, PostgresLogin.CLONE_ROLE)));
    sequences.forEach(
        sequence ->
            all.add(
                "GRANT ALL ON SEQUENCE %s TO %s WITH GRANT OPTION"
                    .formatted(sequence, PostgresLogin.CLONE_ROLE)));
    return all;
  }

  /**
   * Lets the role create foreign keys to them, unless a key could call a user-defined cast. Returns
   * whether it may.
   */
  public boolean openReferences(Connection admin) throws SQLException {
    if (Sql.number(admin, OWN_CASTS) > 0) {
      return false;
    }
    Sql.runAll(admin, references("GRANT REFERENCES ON TABLE %s TO %s"));
    return true;
  }

  /** Revokes what {@link #openReferences} granted. */
  public void closeReferences(Connection admin) throws SQLException {
    Sql.runAll(admin, references("REVOKE REFERENCES ON TABLE %s FROM %s"));
  }

  private List<String> references(String statement) {
    return tables.stream()
        .map(table -> statement.formatted(table, PostgresLogin.CLONE_ROLE))
        .toList();
  }
}
