package dev.goldenrod.engine.postgres.imports.physical;

/**
 * Queries for the content of extensions, to be run with {@code pg_catalog} as the search path in a
 * copied and in a fresh database.
 */
final class ExtensionQueries {
  static final String EXTENSIONS =
      """
      SELECT e.extname, n.nspname, e.extversion
        FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace ORDER BY e.oid
      """;

  /** Each row has a member, a digest of what it runs, and the privileges of a function. */
  static final String MEMBERS =
      """
      SELECT format('%s %s of %s', i.type, i.identity, e.extname) AS member,
             encode(sha256(convert_to(CASE d.classid
               WHEN 'pg_proc'::regclass THEN format('%s %s', p.prokind,
                    CASE WHEN p.prokind = 'a'
                         THEN (SELECT format('%s %s %s %s %s %s %s', a.aggtransfn, a.aggfinalfn,
                                      a.aggcombinefn, a.aggserialfn, a.aggdeserialfn,
                                      a.aggmtransfn, a.aggmfinalfn)
                                 FROM pg_aggregate a WHERE a.aggfnoid = p.oid)
                         ELSE pg_get_functiondef(p.oid) END)
               WHEN 'pg_class'::regclass THEN (
                    SELECT format('%s %s %s', c.relkind, c.reloptions::text,
                                  CASE WHEN c.relkind IN ('v', 'm')
                                       THEN pg_get_viewdef(c.oid) END)
                      FROM pg_class c WHERE c.oid = d.objid)
               WHEN 'pg_type'::regclass THEN (
                    SELECT format('%s %s %s %s %s %s %s %s', t.typtype, t.typinput, t.typoutput,
                                  t.typreceive, t.typsend, t.typmodin, t.typmodout, t.typanalyze)
                      FROM pg_type t WHERE t.oid = d.objid)
               WHEN 'pg_operator'::regclass THEN (
                    SELECT format('%s %s %s', o.oprcode, o.oprrest, o.oprjoin)
                      FROM pg_operator o WHERE o.oid = d.objid)
               WHEN 'pg_cast'::regclass THEN (
                    SELECT format('%s %s', c.castfunc::regprocedure, c.castcontext)
                      FROM pg_cast c WHERE c.oid = d.objid)
               WHEN 'pg_language'::regclass THEN (
                    SELECT format('%s %s %s %s', l.lanpltrusted, l.lanplcallfoid::regproc,
                                  l.laninline::regproc, l.lanvalidator::regproc)
                      FROM pg_language l WHERE l.oid = d.objid)
               WHEN 'pg_foreign_data_wrapper'::regclass THEN (
                    SELECT format('%s %s', w.fdwhandler::regproc, w.fdwvalidator::regproc)
                      FROM pg_foreign_data_wrapper w WHERE w.oid = d.objid)
               ELSE '' END, 'UTF8')), 'hex') AS digest,
             p.proacl::text AS acl,
             d.classid::int8 AS catalog, d.objid::int8 AS object
        FROM pg_depend d
        LEFT JOIN pg_extension e
          ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid
        LEFT JOIN pg_proc p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid,
             pg_identify_object(d.classid, d.objid, d.objsubid) i
       WHERE d.deptype = 'e'
      """;

  /**
   * Finds what runs as the owner of an extension's table, or in statements on it. Each row has a
   * statement that drops it, and a digest of its definition. Indexes of plain columns run no code.
   */
  static final String ATTACHMENTS =
      """
      SELECT q.removal, encode(sha256(convert_to(q.definition, 'UTF8')), 'hex') AS digest
        FROM (
        SELECT r.ev_class AS relation,
               format('DROP RULE %I ON %s', r.rulename, r.ev_class::regclass) AS removal,
               pg_get_ruledef(r.oid) AS definition
          FROM pg_rewrite r WHERE r.rulename <> '_RETURN'
        UNION ALL
        SELECT t.tgrelid, format('DROP TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass),
               pg_get_triggerdef(t.oid)
          FROM pg_trigger t WHERE NOT t.tgisinternal
        UNION ALL
        SELECT i.indrelid, format('DROP INDEX %s CASCADE', i.indexrelid::regclass),
               pg_get_indexdef(i.indexrelid)
          FROM pg_index i WHERE i.indexprs IS NOT NULL OR i.indpred IS NOT NULL
        UNION ALL
        SELECT s.stxrelid,
               format('DROP STATISTICS %s.%I', s.stxnamespace::regnamespace, s.stxname),
               pg_get_statisticsobjdef(s.oid)
          FROM pg_statistic_ext s
        UNION ALL
        SELECT k.conrelid,
               format('ALTER TABLE %s DROP CONSTRAINT %I', k.conrelid::regclass, k.conname),
               pg_get_constraintdef(k.oid)
          FROM pg_constraint k WHERE k.contype IN ('f', 'c') AND k.conrelid <> 0 AND k.conparentid = 0) q
       WHERE q.relation IN (SELECT d.objid FROM pg_depend d
                             WHERE d.classid = 'pg_class'::regclass AND d.deptype = 'e')
      """;

  static final String COLUMNS = "kind, name, digest, acl";

  /** The rows of both queries, after a column with the kind of row. */
  static final String ALL =
      """
      SELECT 'member' AS kind, m.member AS name, m.digest, m.acl FROM (%s) m
      UNION ALL SELECT 'attachment', a.removal, a.digest, NULL FROM (%s) a
      """
          .formatted(MEMBERS, ATTACHMENTS);

  private ExtensionQueries() {}
}
