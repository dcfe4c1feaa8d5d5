package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.SingleUser;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Checks of the catalogs of future goldens, each by its own queries. */
public final class CatalogChecks {
  private static final int MOST_NAMES = 5;

  private static final String NAMES =
      "'%s', '%s'".formatted(PostgresLogin.ADMIN, PostgresLogin.CLONE_ROLE);

  /** OIDs 4569 to 4571 are PostgreSQL's roles that read files, write files and run programs. */
  private static final String STRANGERS =
      """
      SELECT r.rolname || ' ' || f.fault FROM pg_catalog.pg_authid r, LATERAL (VALUES
               (r.rolcanlogin AND r.rolname NOT IN (%1$s), 'can log in'),
               (r.rolpassword IS NOT NULL AND r.rolname <> '%2$s', 'has a password'),
               (r.rolsuper AND r.rolname <> '%2$s', 'is a superuser'),
               (r.rolreplication AND r.rolname <> '%2$s', 'can replicate'),
               (r.rolbypassrls AND r.rolname <> '%2$s', 'bypasses row security'),
               (r.rolcreaterole AND r.rolname <> '%2$s', 'can create roles'),
               (r.rolcreatedb AND r.rolname <> '%2$s', 'can create databases')) f (holds, fault)
       WHERE f.holds
       UNION ALL
      SELECT n.name || ' cannot log in' FROM (VALUES ('%2$s'), ('%3$s')) n (name)
       WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_authid r
                          WHERE r.rolname = n.name AND r.rolcanlogin)
       UNION ALL
      SELECT '%2$s is no superuser' WHERE NOT EXISTS (SELECT FROM pg_catalog.pg_authid r
                          WHERE r.rolname = '%2$s' AND r.rolsuper)
       UNION ALL
      SELECT '%3$s is a member of ' || r.rolname FROM pg_catalog.pg_authid r
       WHERE pg_catalog.pg_has_role('%3$s', r.oid, 'MEMBER')
         AND (r.rolsuper OR r.rolname = '%2$s' OR r.oid IN (4569, 4570, 4571))
       ORDER BY 1
      """
          .formatted(NAMES, PostgresLogin.ADMIN, PostgresLogin.CLONE_ROLE);

  private static final String PARAMETERS =
      """
      SELECT DISTINCT COALESCE(r.rolname, 'PUBLIC') || ' may set ' || p.parname
        FROM pg_catalog.pg_parameter_acl p
       CROSS JOIN LATERAL pg_catalog.aclexplode(p.paracl) a
        LEFT JOIN pg_catalog.pg_authid r ON r.oid = a.grantee
       WHERE r.rolsuper IS NOT TRUE
       ORDER BY 1
      """;

  /** PostgreSQL creates these with a type, in its internal language and for all roles. */
  public static final String NO_CONSTRUCTOR_OF_RANGES =
      """
      NOT (o.prosrc IN ('range_constructor2', 'range_constructor3', 'multirange_constructor0',
                        'multirange_constructor1', 'multirange_constructor2')
           AND EXISTS (SELECT FROM pg_catalog.pg_depend d
                        WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                          AND d.objid = o.oid AND d.deptype = 'i'
                          AND d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass))
      """;

  private static final String DEFINERS =
      """
      WITH extension AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
           superuser AS (SELECT oid FROM pg_authid WHERE rolsuper),
           reached AS (SELECT oid FROM pg_authid WHERE pg_has_role('%1$s', oid, 'MEMBER'))
      SELECT format('function %%s runs as the superuser', o.oid::regprocedure)
        FROM pg_proc o JOIN pg_language l ON l.oid = o.prolang
       WHERE o.oid >= 16384 AND o.proowner IN (SELECT oid FROM superuser)
         AND (o.prosecdef OR NOT l.lanpltrusted AND o.prokind <> 'a' AND %2$s)
         AND o.oid NOT IN (
              SELECT objid FROM extension WHERE classid = 'pg_proc'::regclass)
         AND EXISTS (SELECT FROM reached r WHERE has_function_privilege(r.oid, o.oid, 'EXECUTE'))
      UNION ALL
      SELECT format('relation %%s is the superuser''s', c.oid::regclass)
        FROM pg_class c
       WHERE c.oid >= 16384 AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
         AND c.relpersistence <> 't' AND c.relowner IN (SELECT oid FROM superuser)
         AND NOT EXISTS (SELECT FROM pg_depend s
              WHERE c.relkind = 'S' AND s.classid = 'pg_class'::regclass AND s.objid = c.oid
                AND s.refclassid = 'pg_class'::regclass AND s.deptype IN ('a', 'i'))
         AND c.oid NOT IN (SELECT objid FROM extension WHERE classid = 'pg_class'::regclass)
      UNION ALL
      SELECT format('function %%s of an extension is not the superuser''s', p.oid::regprocedure)
        FROM pg_proc p JOIN extension e ON e.classid = 'pg_proc'::regclass AND e.objid = p.oid
       WHERE p.proowner IN (SELECT oid FROM reached)
      UNION ALL
      SELECT format('relation %%s of an extension is not the superuser''s', c.oid::regclass)
        FROM pg_class c JOIN extension e ON e.classid = 'pg_class'::regclass AND e.objid = c.oid
       WHERE c.relowner IN (SELECT oid FROM reached)
      """
          .formatted(PostgresLogin.CLONE_ROLE, NO_CONSTRUCTOR_OF_RANGES);

  /**
   * Functions in languages that access the server's files, where PostgreSQL calls them without a
   * check of privileges.
   */
  private static final String UNCHECKED =
      """
      WITH untrusted AS (
        SELECT o.oid FROM pg_proc o JOIN pg_language l ON l.oid = o.prolang
         WHERE o.oid >= 16384 AND NOT l.lanpltrusted AND o.prokind <> 'a' AND %s
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
                              AND d.objid = o.oid AND d.deptype = 'e'))
      SELECT DISTINCT format('%%s calls function %%s', c.caller, u.oid::regprocedure)
        FROM (
        SELECT 'type ' || t.oid::regtype AS caller, f.oid AS function FROM pg_type t,
               unnest(ARRAY[t.typinput, t.typoutput, t.typreceive, t.typsend, t.typmodin,
                            t.typmodout, t.typanalyze]::oid[]) f (oid)
        UNION ALL SELECT 'type ' || r.rngtypid::regtype, f.oid
          FROM pg_range r, unnest(ARRAY[r.rngcanonical, r.rngsubdiff]::oid[]) f (oid)
        UNION ALL SELECT 'operator ' || o.oid::regoperator, f.oid
          FROM pg_operator o, unnest(ARRAY[o.oprrest, o.oprjoin]::oid[]) f (oid)
        UNION ALL SELECT 'operator family ' || f.opfname, p.amproc
          FROM pg_amproc p JOIN pg_opfamily f ON f.oid = p.amprocfamily
        UNION ALL SELECT 'access method ' || a.amname, a.amhandler FROM pg_am a
        UNION ALL SELECT 'function ' || p.oid::regprocedure, p.prosupport FROM pg_proc p
        UNION ALL SELECT 'trigger ' || t.tgname, t.tgfoid FROM pg_trigger t
        UNION ALL SELECT 'conversion ' || c.conname, c.conproc FROM pg_conversion c
        UNION ALL SELECT 'foreign-data wrapper ' || w.fdwname, f.oid
          FROM pg_foreign_data_wrapper w, unnest(ARRAY[w.fdwhandler, w.fdwvalidator]) f (oid)
        UNION ALL SELECT 'text search parser ' || s.prsname, f.oid
          FROM pg_ts_parser s, unnest(ARRAY[s.prsstart, s.prstoken, s.prsend, s.prsheadline,
                                            s.prslextype]::oid[]) f (oid)
        UNION ALL SELECT 'text search template ' || t.tmplname, f.oid
          FROM pg_ts_template t, unnest(ARRAY[t.tmplinit, t.tmpllexize]::oid[]) f (oid)
        UNION ALL SELECT 'a transform', f.oid
          FROM pg_transform t, unnest(ARRAY[t.trffromsql, t.trftosql]::oid[]) f (oid)) c
        JOIN untrusted u ON u.oid = c.function
      """
          .formatted(NO_CONSTRUCTOR_OF_RANGES);

  /** Finds tables whose policies apply to their owner, who is another role in clones. */
  private static final String FORCED_ROW_SECURITY =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname),
             pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(c.relowner))
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relrowsecurity AND c.relforcerowsecurity ORDER BY 1
      """;

  private CatalogChecks() {}

  /**
   * Throws unless the cluster has the two known logins and no other, and one superuser, and no
   * other role has more than a clone's user may have.
   */
  public static void requireKnownRoles(Connection admin) throws SQLException {
    List<String> faults = new ArrayList<>(Sql.texts(admin, STRANGERS));
    if (admin.getMetaData().getDatabaseMajorVersion() >= SingleUser.FIRST_WITH_PARAMETER_GRANTS) {
      faults.addAll(Sql.texts(admin, PARAMETERS));
    }
    if (!faults.isEmpty()) {
      throw new DataPlaneException(
          "the cluster is rejected because its roles are not those of a golden: %s; check what the source runs while it is loaded"
              .formatted(String.join(", ", faults)));
    }
  }

  /** Throws if the clones' user could run anything as the superuser or without a check. */
  public static void requireNoEscalation(Connection admin, String database) throws SQLException {
    List<String> faults = new ArrayList<>(Sql.texts(admin, DEFINERS));
    faults.addAll(Sql.texts(admin, UNCHECKED));
    if (!faults.isEmpty()) {
      throw new DataPlaneException(
          "database '%s' cannot be cloned: %s; drop these objects in the source"
              .formatted(
                  OneLine.of(database),
                  faults.stream()
                      .limit(MOST_NAMES)
                      .map(OneLine::of)
                      .collect(Collectors.joining(", "))));
    }
  }

  /**
   * Returns a sentence for each table with FORCE ROW LEVEL SECURITY, while the tables have their
   * former owners.
   */
  public static List<String> rowSecurityWarnings(Connection connection) throws SQLException {
    return Sql.list(
        connection,
        FORCED_ROW_SECURITY,
        row ->
            "table %1$s has FORCE ROW LEVEL SECURITY: in clones its policies apply to the clones' user, who now owns it, and may hide all its rows; switch to its former owner (SET ROLE %2$s), or run ALTER TABLE %1$s NO FORCE ROW LEVEL SECURITY"
                .formatted(row.getString(1), row.getString(2)));
  }
}
