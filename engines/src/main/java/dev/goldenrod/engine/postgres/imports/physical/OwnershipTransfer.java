package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CatalogChecks;
import dev.goldenrod.engine.postgres.imports.CatalogOwnership;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * Makes the clones' role the owner of everything in a database except what would give it access
 * beyond the database.
 *
 * <p>Members of extensions belong to the superuser, as if an ordinary user had created a trusted
 * extension; the extension itself belongs to the role, which can drop or update it. Functions in
 * languages that can access the server's files stay with the superuser, and no other role may call
 * them.
 */
final class OwnershipTransfer {
  private static final String NOT_OF_AN_EXTENSION =
      """
      NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
                   WHERE d.classid = o.classid AND d.objid = o.oid AND d.deptype = 'e')
      """;

  private static final String UNTRUSTED_FUNCTIONS =
      """
      SELECT o.oid::pg_catalog.regprocedure::text, l.lanname,
             COALESCE(pg_catalog.string_agg(DISTINCT pg_catalog.quote_ident(r.rolname), ', '), '')
        FROM (SELECT 'pg_catalog.pg_proc'::pg_catalog.regclass AS classid, p.*
                FROM pg_catalog.pg_proc p) o
        JOIN pg_catalog.pg_language l ON l.oid = o.prolang
        LEFT JOIN LATERAL pg_catalog.aclexplode(o.proacl) a ON true
        LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
       WHERE o.oid >= %s AND NOT l.lanpltrusted AND o.prokind <> 'a' AND %s AND %s
       GROUP BY o.oid, l.lanname
      """
          .formatted(
              CatalogOwnership.FIRST_USER_OID,
              NOT_OF_AN_EXTENSION,
              CatalogChecks.NO_CONSTRUCTOR_OF_RANGES);

  /** Sequences of columns follow their table; array and row types follow their base. */
  private static final String OBJECTS =
      """
      SELECT CASE WHEN p.oid IS NULL THEN i.type ELSE 'ROUTINE' END,
             CASE WHEN p.oid IS NULL THEN i.identity
                  ELSE pg_catalog.format('%%I.%%I(%%s)', n.nspname, p.proname,
                                         pg_catalog.oidvectortypes(p.proargtypes)) END
        FROM (
        SELECT 'pg_catalog.pg_class'::pg_catalog.regclass AS classid, oid, relowner AS owner
          FROM pg_catalog.pg_class c WHERE relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
           AND NOT (relkind = 'S' AND EXISTS (
                SELECT FROM pg_catalog.pg_depend s
                 WHERE s.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND s.objid = c.oid
                   AND s.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
                   AND s.deptype IN ('a', 'i')))
        UNION ALL SELECT 'pg_catalog.pg_proc'::pg_catalog.regclass, p.oid, proowner
          FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang
         WHERE %s
        UNION ALL SELECT 'pg_catalog.pg_type'::pg_catalog.regclass, t.oid, typowner
          FROM pg_catalog.pg_type t LEFT JOIN pg_catalog.pg_class c ON c.oid = t.typrelid
         WHERE t.typtype <> 'm' AND t.typcategory <> 'A' AND (c.oid IS NULL OR c.relkind = 'c')
        UNION ALL SELECT 'pg_catalog.pg_namespace'::pg_catalog.regclass, oid, nspowner
          FROM pg_catalog.pg_namespace WHERE nspname !~ '^pg_'
        UNION ALL SELECT 'pg_catalog.pg_operator'::pg_catalog.regclass, oid, oprowner
          FROM pg_catalog.pg_operator
        UNION ALL SELECT 'pg_catalog.pg_opclass'::pg_catalog.regclass, oid, opcowner
          FROM pg_catalog.pg_opclass
        UNION ALL SELECT 'pg_catalog.pg_opfamily'::pg_catalog.regclass, oid, opfowner
          FROM pg_catalog.pg_opfamily
        UNION ALL SELECT 'pg_catalog.pg_collation'::pg_catalog.regclass, oid, collowner
          FROM pg_catalog.pg_collation
        UNION ALL SELECT 'pg_catalog.pg_conversion'::pg_catalog.regclass, oid, conowner
          FROM pg_catalog.pg_conversion
        UNION ALL SELECT 'pg_catalog.pg_ts_config'::pg_catalog.regclass, oid, cfgowner
          FROM pg_catalog.pg_ts_config
        UNION ALL SELECT 'pg_catalog.pg_ts_dict'::pg_catalog.regclass, oid, dictowner
          FROM pg_catalog.pg_ts_dict
        UNION ALL SELECT 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass, oid, stxowner
          FROM pg_catalog.pg_statistic_ext
        UNION ALL SELECT 'pg_catalog.pg_foreign_server'::pg_catalog.regclass, oid, srvowner
          FROM pg_catalog.pg_foreign_server
        UNION ALL SELECT 'pg_catalog.pg_publication'::pg_catalog.regclass, oid, pubowner
          FROM pg_catalog.pg_publication WHERE NOT puballtables
      ) o
        LEFT JOIN pg_catalog.pg_proc p
          ON p.oid = o.oid AND o.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
        LEFT JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace,
             pg_catalog.pg_identify_object(o.classid, o.oid, 0) i
       WHERE %s
      """;

  private static final String FOREIGN_OBJECTS =
      OBJECTS.formatted(
          "l.lanpltrusted OR p.prokind = 'a'",
          """
          o.owner <> '%1$s'::pg_catalog.regrole AND %3$s AND (o.oid >= %2$s
            OR o.classid = 'pg_catalog.pg_namespace'::pg_catalog.regclass
               AND o.oid = (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = 'public'))
          """
              .formatted(
                  PostgresLogin.CLONE_ROLE, CatalogOwnership.FIRST_USER_OID, NOT_OF_AN_EXTENSION));

  private static final String MEMBERS_OF_OTHERS =
      OBJECTS.formatted(
          "true",
          "o.owner <> '%s'::pg_catalog.regrole AND NOT %s"
              .formatted(PostgresLogin.ADMIN, NOT_OF_AN_EXTENSION));

  private static final String DISTRUST_LANGUAGES =
      """
      UPDATE pg_catalog.pg_language o SET lanpltrusted = false
       WHERE o.lanpltrusted AND o.oid >= %s AND NOT EXISTS (
             SELECT FROM pg_catalog.pg_depend d
              WHERE d.classid = 'pg_catalog.pg_language'::pg_catalog.regclass
                AND d.objid = o.oid AND d.deptype = 'e')
      """
          .formatted(CatalogOwnership.FIRST_USER_OID);

  private final Connection connection;
  private final StepReport report;

  OwnershipTransfer(Connection connection, StepReport report) {
    this.connection = connection;
    this.report = report;
  }

  void run() throws SQLException {
    Sql.run(connection, DISTRUST_LANGUAGES);
    lockUntrustedFunctions();
    alterOwners(MEMBERS_OF_OTHERS, PostgresLogin.ADMIN);
    alterOwners(FOREIGN_OBJECTS, PostgresLogin.CLONE_ROLE);
    CatalogOwnership ownership = new CatalogOwnership(connection);
    ownership.rewriteWhatOnlySuperusersOwn();
    ownership.rewriteMultiranges();
    ownership.rewriteLargeObjects();
  }

  private void alterOwners(String objects, String owner) throws SQLException {
    List<String> statements =
        Sql.list(
            connection,
            objects,
            row ->
                "ALTER %s %s OWNER TO %s"
                    .formatted(word(row.getString(1)), row.getString(2), owner));
    statements.forEach(this::alter);
  }

  private void alter(String statement) {
    try {
      Sql.run(connection, statement);
    } catch (SQLException e) {
      report.warn("'%s' was refused: %s".formatted(statement, e.getMessage()));
    }
  }

  private void lockUntrustedFunctions() throws SQLException {
    List<String[]> functions =
        Sql.list(
            connection,
            UNTRUSTED_FUNCTIONS,
            row -> new String[] {row.getString(1), row.getString(2), row.getString(3)});
    for (String[] function : functions) {
      String others = function[2].isEmpty() ? "" : ", " + function[2];
      // An owner could grant EXECUTE to itself, and the clones' role can act as most owners.
      Sql.run(
          connection, "ALTER ROUTINE %s OWNER TO %s".formatted(function[0], PostgresLogin.ADMIN));
      Sql.run(connection, "REVOKE ALL ON ROUTINE %s FROM PUBLIC%s".formatted(function[0], others));
      report.warn(
          "function %s is locked in clones: its language %s reaches files and programs of the server"
              .formatted(function[0], function[1]));
    }
  }

  private static String word(String type) {
    return type.equals("statistics object") ? "STATISTICS" : type.toUpperCase(Locale.ROOT);
  }
}
