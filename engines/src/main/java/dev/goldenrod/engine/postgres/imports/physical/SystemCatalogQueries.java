package dev.goldenrod.engine.postgres.imports.physical;

/**
 * Queries for the catalog rows of objects that {@code initdb} creates, with {@code pg_catalog} as
 * the search path. OIDs from 12000 on differ between machines, so they are compared by name.
 */
final class SystemCatalogQueries {
  /** Each row has an object, its name for messages, and a digest of its definition. */
  static final String ROWS =
      """
      SELECT q.object, q.name,
             encode(sha256(convert_to(COALESCE(q.value, ''), 'UTF8')), 'hex') AS digest FROM (
      SELECT 'pg_proc ' || t.oid AS object, t.proname::text AS name,
             (to_jsonb(t) - 'proacl')::text AS value FROM pg_proc t WHERE t.oid < 12000
      UNION ALL SELECT 'pg_type ' || t.oid, t.oid::regtype::text,
             (to_jsonb(t) - 'typacl')::text FROM pg_type t WHERE t.oid < 12000
      UNION ALL SELECT 'pg_language ' || t.oid, t.lanname,
             (to_jsonb(t) - 'lanacl')::text FROM pg_language t WHERE t.oid < 12000
      UNION ALL SELECT 'pg_authid ' || t.oid, t.rolname, to_jsonb(t)::text
        FROM pg_authid t WHERE t.oid < 16384 AND t.oid <> 10
      UNION ALL SELECT 'pg_cast ' || t.oid,
             format('%s AS %s', t.castsource::regtype, t.casttarget::regtype),
             to_jsonb(t)::text FROM pg_cast t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_operator ' || t.oid, t.oid::regoperator::text,
             to_jsonb(t)::text FROM pg_operator t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_opclass ' || t.oid, t.opcname,
             to_jsonb(t)::text FROM pg_opclass t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_opfamily ' || t.oid, t.opfname,
             to_jsonb(t)::text FROM pg_opfamily t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_amop ' || t.oid, t.amopopr::regoperator::text,
             to_jsonb(t)::text FROM pg_amop t WHERE t.oid < 16384 OR t.amopfamily < 16384
                AND t.amoplefttype < 16384 AND t.amoprighttype < 16384
      UNION ALL SELECT 'pg_amproc ' || t.oid, t.amproc::text,
             to_jsonb(t)::text FROM pg_amproc t WHERE t.oid < 16384 OR t.amprocfamily < 16384
                AND t.amproclefttype < 16384 AND t.amprocrighttype < 16384
      UNION ALL SELECT 'pg_am ' || t.oid, t.amname,
             to_jsonb(t)::text FROM pg_am t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_aggregate ' || t.aggfnoid::oid, t.aggfnoid::regprocedure::text,
             to_jsonb(t)::text FROM pg_aggregate t WHERE t.aggfnoid < 16384
      UNION ALL SELECT 'pg_range ' || t.rngtypid, t.rngtypid::regtype::text,
             to_jsonb(t)::text FROM pg_range t WHERE t.rngtypid < 16384
      UNION ALL SELECT 'pg_ts_parser ' || t.oid, t.prsname,
             to_jsonb(t)::text FROM pg_ts_parser t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_ts_template ' || t.tmplname, t.tmplname,
             (to_jsonb(t) - 'oid')::text FROM pg_ts_template t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_conversion ' || t.conname, t.conname,
             (to_jsonb(t) - 'oid')::text FROM pg_conversion t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_proc ' || t.oid::regprocedure, t.oid::regprocedure::text,
             format('%s %s %s', t.prokind, t.proowner,
                    CASE WHEN t.prokind <> 'a' THEN pg_get_functiondef(t.oid) END)
        FROM pg_proc t WHERE t.oid >= 12000 AND t.oid < 16384
      UNION ALL SELECT 'pg_type ' || t.oid::regtype, t.oid::regtype::text,
             jsonb_build_array(t.typowner, t.typtype, t.typlen, t.typbyval, t.typinput::text,
                               t.typoutput::text, t.typreceive::text, t.typsend::text,
                               t.typmodin::text, t.typmodout::text, t.typanalyze::text,
                               t.typelem::regtype::text, t.typbasetype::regtype::text,
                               t.typnotnull, t.typtypmod, t.typdefault)::text
        FROM pg_type t WHERE t.oid >= 12000 AND t.oid < 16384 AND t.typnamespace <> 99
      UNION ALL SELECT 'pg_language ' || t.lanname, t.lanname,
             jsonb_build_array(t.lanowner, t.lanispl, t.lanpltrusted,
                               t.lanplcallfoid::regproc::text, t.laninline::regproc::text,
                               t.lanvalidator::regproc::text)::text
        FROM pg_language t WHERE t.oid >= 12000 AND t.oid < 16384
      UNION ALL SELECT 'pg_class ' || t.oid::regclass, t.oid::regclass::text,
             jsonb_build_array(t.relkind, t.relowner, t.relam, t.relispartition)::text
        FROM pg_class t WHERE t.oid < 16384 AND t.relkind <> 'i' AND t.relnamespace <> 99
      UNION ALL SELECT 'pg_index ' || t.indexrelid::regclass, t.indexrelid::regclass::text,
             pg_get_indexdef(t.indexrelid)
        FROM pg_index t JOIN pg_class c ON c.oid = t.indexrelid
       WHERE t.indrelid < 16384 AND c.relnamespace <> 99
      UNION ALL SELECT format('pg_rewrite %s %s', t.ev_class::regclass, t.rulename),
             format('%s ON %s', t.rulename, t.ev_class::regclass), pg_get_ruledef(t.oid)
        FROM pg_rewrite t WHERE t.ev_class < 16384 AND t.rulename <> '_RETURN'
      UNION ALL SELECT format('pg_trigger %s %s', t.tgrelid::regclass, t.tgname),
             format('%s ON %s', t.tgname, t.tgrelid::regclass), pg_get_triggerdef(t.oid)
        FROM pg_trigger t WHERE t.tgrelid < 16384
      UNION ALL SELECT 'pg_statistic_ext ' || t.oid, t.stxname, ''
        FROM pg_statistic_ext t WHERE t.stxrelid < 16384
      UNION ALL SELECT format('pg_constraint %s %s', t.conrelid::regclass, t.conname), t.conname,
             pg_get_constraintdef(t.oid)
        FROM pg_constraint t WHERE t.conrelid < 16384 AND t.contypid < 16384
      UNION ALL SELECT 'pg_namespace ' || t.nspname, t.nspname, t.nspowner::text
        FROM pg_namespace t
       WHERE t.oid < 16384 AND t.nspname <> 'public' AND t.nspname !~ '^pg_(toast_)?temp_') q
      """;

  /** PostgreSQL's views, which minor releases may define differently in new data directories. */
  static final String VIEWS =
      """
      SELECT t.oid::regclass::text AS name, encode(sha256(convert_to(
             pg_get_viewdef(t.oid) || COALESCE(t.reloptions::text, ''), 'UTF8')), 'hex') AS digest
        FROM pg_class t WHERE t.oid < 16384 AND t.relkind = 'v'
      """;

  /** Privileges on PostgreSQL's own objects that differ from the default. */
  static final String PRIVILEGES =
      """
      SELECT q.catalog, q.name, q.acl::text AS acl FROM (
      SELECT 'pg_proc' AS catalog, t.oid::regprocedure::text AS name, t.proacl AS acl
        FROM pg_proc t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_class', t.oid::regclass::text, t.relacl
        FROM pg_class t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_attribute', t.attrelid::regclass || ' ' || t.attname, t.attacl
        FROM pg_attribute t WHERE t.attrelid < 16384
      UNION ALL SELECT 'pg_type', t.oid::regtype::text, t.typacl
        FROM pg_type t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_language', t.lanname, t.lanacl
        FROM pg_language t WHERE t.oid < 16384
      UNION ALL SELECT 'pg_namespace', t.nspname, t.nspacl
        FROM pg_namespace t WHERE t.oid < 16384 AND t.nspname <> 'public') q
       WHERE q.acl IS NOT NULL
      """;

  /**
   * Functions and operators that could shadow PostgreSQL's own, and casts of the types of the
   * catalogs. The query itself calls nothing that could be shadowed.
   */
  static final String SHADOWS =
      """
      SELECT p.proname FROM pg_catalog.pg_proc p
       WHERE p.oid >= '16384'::pg_catalog.oid AND p.pronamespace = '11'::pg_catalog.oid
         AND EXISTS (SELECT FROM pg_catalog.pg_proc b WHERE b.proname = p.proname
                AND b.oid < '16384'::pg_catalog.oid AND b.pronamespace = '11'::pg_catalog.oid)
      UNION ALL SELECT o.oprname FROM pg_catalog.pg_operator o
       WHERE o.oid >= '16384'::pg_catalog.oid AND o.oprnamespace = '11'::pg_catalog.oid
         AND EXISTS (SELECT FROM pg_catalog.pg_operator b WHERE b.oprname = o.oprname
                AND b.oid < '16384'::pg_catalog.oid AND b.oprnamespace = '11'::pg_catalog.oid)
      UNION ALL SELECT p.proname
        FROM pg_catalog.pg_cast c JOIN pg_catalog.pg_proc p ON p.oid = c.castfunc
        JOIN pg_catalog.pg_type t ON t.oid = c.castsource
       WHERE c.castfunc >= '16384'::pg_catalog.oid AND c.casttarget < '16384'::pg_catalog.oid
         AND t.oid < '16384'::pg_catalog.oid
         AND (t.typname = 'name' OR t.typname = 'oid' OR t.typname = 'char'
              OR t.typname = 'regproc' OR t.typname = 'regprocedure' OR t.typname = 'regoper'
              OR t.typname = 'regoperator' OR t.typname = 'regclass' OR t.typname = 'regtype'
              OR t.typname = 'regrole' OR t.typname = 'regnamespace' OR t.typname = 'aclitem'
              OR t.typname = '_aclitem' OR t.typname = 'pg_node_tree' OR t.typname = 'jsonb'
              OR t.typname = 'oidvector' OR t.typname = '_text' OR t.typname = 'bytea')
      """;

  static final String COLUMNS = "kind, a, b, c";

  /** The rows of the three queries, after a column with the kind of row. */
  static final String ALL =
      """
      SELECT 'row' AS kind, r.object AS a, r.name AS b, r.digest AS c FROM (%s) r
      UNION ALL SELECT 'view', v.name, v.digest, '' FROM (%s) v
      UNION ALL SELECT 'privileges', p.catalog, p.name, p.acl FROM (%s) p
      """
          .formatted(ROWS, VIEWS, PRIVILEGES);

  private SystemCatalogQueries() {}
}
