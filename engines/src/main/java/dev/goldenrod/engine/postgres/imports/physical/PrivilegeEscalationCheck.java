package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Checks that a future golden does not let its user act as the superuser or as the server. */
final class PrivilegeEscalationCheck {
  private static final int MOST_NAMES = 5;

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
          .formatted(AdminRole.CLONE_ROLE, OwnershipTransfer.NO_CONSTRUCTOR_OF_RANGES);

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
          .formatted(OwnershipTransfer.NO_CONSTRUCTOR_OF_RANGES);

  private PrivilegeEscalationCheck() {}

  /** Throws if the clones' user could run anything as a superuser or without a check. */
  static void requireNone(Connection admin, String database) throws SQLException {
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
}
