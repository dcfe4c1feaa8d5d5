package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * Makes the clones' role the owner of objects that have no {@code OWNER TO}, or only one for
 * superusers, by writing to the catalog. Nothing is evaluated.
 *
 * <p>The owner can drop or alter them, but not update an untrusted extension, give a wrapper other
 * functions or add tables of others to a publication, which all need a superuser.
 */
public final class CatalogOwnership {
  /** Objects with a smaller OID are PostgreSQL's own. */
  public static final String FIRST_USER_OID = "16384";

  private static final List<String> STATEMENTS =
      List.of(
          """
          DELETE FROM pg_catalog.pg_shdepend WHERE deptype = 'o'
             AND classid = 'pg_catalog.%1$s'::pg_catalog.regclass
             AND dbid = (SELECT oid FROM pg_catalog.pg_database
                          WHERE datname = pg_catalog.current_database())
             AND objid IN (SELECT o.oid FROM pg_catalog.%2$s o WHERE %4$s)
          """,
          """
          INSERT INTO pg_catalog.pg_shdepend
                 (dbid, classid, objid, objsubid, refclassid, refobjid, deptype)
          SELECT d.oid, 'pg_catalog.%1$s'::pg_catalog.regclass, o.oid, 0,
                 'pg_catalog.pg_authid'::pg_catalog.regclass, '%5$s'::pg_catalog.regrole, 'o'
            FROM pg_catalog.%2$s o, pg_catalog.pg_database d
           WHERE d.datname = pg_catalog.current_database() AND %4$s
          """,
          """
          UPDATE pg_catalog.%2$s o SET %3$s = '%5$s'::pg_catalog.regrole WHERE %4$s
          """);

  private static final String NO_MEMBER =
      """
      o.oid >= %s AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend m WHERE m.objid = o.oid
             AND m.classid = 'pg_catalog.%s'::pg_catalog.regclass AND m.deptype = 'e')
      """;

  private static final int FIRST_WITH_MULTIRANGES = 14;

  private static final String MULTIRANGE =
      """
      EXISTS (SELECT FROM pg_catalog.pg_range r JOIN pg_catalog.pg_type t ON t.oid = r.rngtypid
               WHERE t.typowner = '%s'::pg_catalog.regrole
                 AND (r.rngmultitypid = o.oid
                      OR r.rngmultitypid = o.typelem AND o.typcategory = 'A'))
      """;

  private final Connection admin;

  public CatalogOwnership(Connection admin) {
    this.admin = admin;
  }

  /** Changes the owner of extensions, foreign-data wrappers and publications. */
  public void rewriteWhatOnlySuperusersOwn() throws SQLException {
    rewrite("pg_extension", "pg_extension", "extowner", "o.oid >= " + FIRST_USER_OID);
    for (String[] catalog :
        List.of(
            new String[] {"pg_foreign_data_wrapper", "fdwowner"},
            new String[] {"pg_publication", "pubowner"})) {
      rewrite(catalog[0], catalog[0], catalog[1], NO_MEMBER.formatted(FIRST_USER_OID, catalog[0]));
    }
  }

  /** Changes the owner of all large objects at once, because there may be millions. */
  public void rewriteLargeObjects() throws SQLException {
    rewrite("pg_largeobject", "pg_largeobject_metadata", "lomowner", "true");
  }

  /** Changes the owner of multirange types, which do not follow their range type. */
  public void rewriteMultiranges() throws SQLException {
    if (admin.getMetaData().getDatabaseMajorVersion() >= FIRST_WITH_MULTIRANGES) {
      rewrite("pg_type", "pg_type", "typowner", MULTIRANGE.formatted(PostgresLogin.CLONE_ROLE));
    }
  }

  private void rewrite(String dependency, String catalog, String column, String condition)
      throws SQLException {
    for (String statement : STATEMENTS) {
      Sql.run(
          admin,
          statement.formatted(dependency, catalog, column, condition, PostgresLogin.CLONE_ROLE));
    }
  }
}
