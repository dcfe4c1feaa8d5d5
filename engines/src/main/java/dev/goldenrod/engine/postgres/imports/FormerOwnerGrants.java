package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.OutputLimit;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statements that keep the access of a source's roles in clones, where the clones' role owns all
 * objects. Each former owner is granted its privileges on its objects, and all privileges on new
 * objects in schemas where it owned tables. All roles keep their privileges on the database.
 *
 * @param statements in the order in which they are run
 */
public record FormerOwnerGrants(List<String> statements) {
  private static final Logger LOG = LoggerFactory.getLogger(FormerOwnerGrants.class);
  private static final String NOT_OWN_ROLES =
      "NOT IN ('%s', '%s')".formatted(PostgresLogin.ADMIN, PostgresLogin.CLONE_ROLE);

  private static final int LARGE_OBJECTS_AT_A_TIME = 500;

  /** Types and functions without an ACL are open to all. */
  private static final String OWNED =
      """
      WITH o AS (
        SELECT 'pg_catalog.pg_class'::pg_catalog.regclass AS classid, c.oid, c.relowner AS owner,
               CASE c.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END
               || pg_catalog.format('%I.%I', n.nspname, c.relname) AS thing,
               COALESCE(c.relacl, pg_catalog.acldefault(
                 CASE c.relkind WHEN 'S' THEN 's'::"char" ELSE 'r'::"char" END, c.relowner)) AS acl,
               n.nspname
          FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
        UNION ALL
        SELECT 'pg_catalog.pg_namespace'::pg_catalog.regclass, n.oid, n.nspowner,
               pg_catalog.format('SCHEMA %I', n.nspname),
               COALESCE(n.nspacl, pg_catalog.acldefault('n', n.nspowner)), n.nspname
          FROM pg_catalog.pg_namespace n
        UNION ALL
        SELECT 'pg_catalog.pg_proc'::pg_catalog.regclass, p.oid, p.proowner,
               pg_catalog.format('ROUTINE %I.%I(%s)', n.nspname, p.proname,
                                 pg_catalog.oidvectortypes(p.proargtypes)),
               p.proacl, n.nspname
          FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
         WHERE p.proacl IS NOT NULL
        UNION ALL
        SELECT 'pg_catalog.pg_type'::pg_catalog.regclass, t.oid, t.typowner,
               pg_catalog.format('TYPE %I.%I', n.nspname, t.typname), t.typacl, n.nspname
          FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
         WHERE t.typacl IS NOT NULL
        UNION ALL
        SELECT 'pg_catalog.pg_foreign_server'::pg_catalog.regclass, s.oid, s.srvowner,
               pg_catalog.format('FOREIGN SERVER %I', s.srvname),
               COALESCE(s.srvacl, pg_catalog.acldefault('S', s.srvowner)), ''
          FROM pg_catalog.pg_foreign_server s)
      SELECT pg_catalog.format('GRANT %s ON %s TO %I WITH GRANT OPTION',
               pg_catalog.string_agg(a.privilege_type, ', '), o.thing, r.rolname)
        FROM o JOIN pg_catalog.pg_roles r ON r.oid = o.owner,
             LATERAL pg_catalog.aclexplode(o.acl) a
       WHERE a.grantee = o.owner AND r.rolname !~ '^pg_' AND r.rolname NOT IN (%s)
         AND o.nspname <> 'information_schema' AND o.nspname !~ '^pg_'
         AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
              WHERE d.classid = o.classid AND d.objid = o.oid AND d.deptype = 'e')
       GROUP BY o.thing, r.rolname
      """;

  private static final String OF_DATABASE =
      """
        FROM pg_catalog.pg_database d,
             LATERAL pg_catalog.aclexplode(
               COALESCE(d.datacl, pg_catalog.acldefault('d', d.datdba))) a
       WHERE d.datname = pg_catalog.current_database()
      """;

  private static final String DATABASE_FROM_ALL =
      """
      SELECT pg_catalog.format('REVOKE ALL ON DATABASE %I FROM PUBLIC', datname)
        FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database()
      """;

  private static final String DATABASE_TO_ALL =
      "SELECT pg_catalog.format('GRANT %s ON DATABASE %I TO PUBLIC', a.privilege_type, d.datname)"
          + OF_DATABASE
          + " AND a.grantee = 0";

  private static final String DATABASE_TO_ROLES =
      """
      SELECT pg_catalog.format('GRANT %s ON DATABASE %I TO %I', a.privilege_type, a.datname,
                               r.rolname)
             || CASE WHEN pg_catalog.bool_or(a.is_grantable OR a.grantee = a.datdba)
                     THEN ' WITH GRANT OPTION' ELSE '' END
        FROM (SELECT d.datname, d.datdba, a.privilege_type, a.grantee, a.is_grantable {acl}) a
        JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
       WHERE r.rolname !~ '^pg_' AND r.rolname NOT IN (%s)
       GROUP BY a.datname, a.privilege_type, r.rolname
      """
          .replace("{acl}", OF_DATABASE);

  private static final String LARGE_OBJECTS =
      """
      SELECT pg_catalog.format('GRANT SELECT, UPDATE ON LARGE OBJECT %s TO %I WITH GRANT OPTION',
               pg_catalog.string_agg(l.oid::text, ', '), r.rolname)
        FROM (SELECT oid, lomowner, pg_catalog.row_number() OVER (ORDER BY oid) / %d AS batch
                FROM pg_catalog.pg_largeobject_metadata) l
        JOIN pg_catalog.pg_roles r ON r.oid = l.lomowner
       WHERE r.rolname !~ '^pg_' AND r.rolname NOT IN (%s)
       GROUP BY r.rolname, l.batch
      """;

  /** The owner of tables in a schema would probably also have created the next one. */
  private static final String DEFAULT_PRIVILEGES =
      """
      SELECT DISTINCT pg_catalog.format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT ALL ON %s TO %I', '{role}',
               n.nspname, k.kind, r.rolname)
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        JOIN pg_catalog.pg_roles r ON r.oid = c.relowner,
             (VALUES ('TABLES'), ('SEQUENCES'), ('FUNCTIONS'), ('TYPES')) k (kind)
       WHERE c.relkind IN ('r', 'p') AND r.rolname !~ '^pg_' AND r.rolname NOT IN (%s)
         AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'
         AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
              WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                AND d.objid = c.oid AND d.deptype = 'e')
      """;

  public FormerOwnerGrants {
    statements = List.copyOf(statements);
  }

  /** Reads the owners in a session of any user. */
  public static FormerOwnerGrants read(Connection source) throws SQLException {
    Sql.run(source, "SET search_path = pg_catalog");
    List<String> statements = new ArrayList<>();
    OutputLimit limit = OutputLimit.ofContents("grants of the source");
    for (String query :
        List.of(
            OWNED,
            DATABASE_FROM_ALL,
            DATABASE_TO_ALL,
            DATABASE_TO_ROLES,
            LARGE_OBJECTS.replace("%d", Integer.toString(LARGE_OBJECTS_AT_A_TIME)),
            DEFAULT_PRIVILEGES)) {
      List<String> answer =
          Sql.texts(
              source,
              query
                  .replace("NOT IN (%s)", NOT_OWN_ROLES)
                  .replace("{role}", PostgresLogin.CLONE_ROLE));
      answer.forEach(limit::count);
      statements.addAll(answer);
    }
    return new FormerOwnerGrants(statements);
  }

  /**
   * Runs the grants in a session of the new owner. Failures are ignored: a warning was given for
   * each object that was left out.
   */
  public void grant(Connection owner) {
    for (String statement : statements) {
      try {
        Sql.run(owner, statement);
      } catch (SQLException e) {
        LOG.debug("Skipped '{}': {}", statement, e.getMessage());
      }
    }
  }
}
