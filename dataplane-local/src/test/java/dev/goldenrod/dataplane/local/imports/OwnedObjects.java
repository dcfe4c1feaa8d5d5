package dev.goldenrod.dataplane.local.imports;

/** Queries for the objects in a database and their owners. */
final class OwnedObjects {
  /** All objects that PostgreSQL did not create itself. */
  static final String ALL =
      """
      SELECT i.type || ' ' || i.identity FROM (
        SELECT 'pg_class'::regclass c, oid FROM pg_class WHERE relkind <> 't' AND relkind <> 'i'
           OR relnamespace::regnamespace::text !~ 'pg_toast'
        UNION ALL SELECT 'pg_proc'::regclass, oid FROM pg_proc
        UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typname !~ '^pg_toast'
        UNION ALL SELECT 'pg_namespace'::regclass, oid FROM pg_namespace
        UNION ALL SELECT 'pg_constraint'::regclass, oid FROM pg_constraint
        UNION ALL SELECT 'pg_trigger'::regclass, oid FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT 'pg_rewrite'::regclass, oid FROM pg_rewrite
        UNION ALL SELECT 'pg_policy'::regclass, oid FROM pg_policy
        UNION ALL SELECT 'pg_attrdef'::regclass, oid FROM pg_attrdef
        UNION ALL SELECT 'pg_operator'::regclass, oid FROM pg_operator
        UNION ALL SELECT 'pg_collation'::regclass, oid FROM pg_collation
        UNION ALL SELECT 'pg_conversion'::regclass, oid FROM pg_conversion
        UNION ALL SELECT 'pg_ts_config'::regclass, oid FROM pg_ts_config
        UNION ALL SELECT 'pg_ts_dict'::regclass, oid FROM pg_ts_dict
        UNION ALL SELECT 'pg_statistic_ext'::regclass, oid FROM pg_statistic_ext
        UNION ALL SELECT 'pg_extension'::regclass, oid FROM pg_extension
        UNION ALL SELECT 'pg_publication'::regclass, oid FROM pg_publication
        UNION ALL SELECT 'pg_publication_rel'::regclass, oid FROM pg_publication_rel
        UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, oid FROM pg_foreign_data_wrapper
        UNION ALL SELECT 'pg_foreign_server'::regclass, oid FROM pg_foreign_server
      ) x, pg_identify_object(x.c, x.oid, 0) i WHERE x.oid >= 16384 ORDER BY 1
      """;

  /**
   * Objects with another owner than the clones' role, except those of extensions and the
   * constructors of range types, which PostgreSQL assigns to the first superuser.
   */
  static final String STRANGERS =
      """
      SELECT i.type || ' ' || i.identity FROM (
        SELECT 'pg_class'::regclass c, oid, relowner o FROM pg_class
        UNION ALL SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc
        UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type
        UNION ALL SELECT 'pg_operator'::regclass, oid, oprowner FROM pg_operator
        UNION ALL SELECT 'pg_collation'::regclass, oid, collowner FROM pg_collation
        UNION ALL SELECT 'pg_conversion'::regclass, oid, conowner FROM pg_conversion
        UNION ALL SELECT 'pg_extension'::regclass, oid, extowner FROM pg_extension
        UNION ALL SELECT 'pg_foreign_data_wrapper'::regclass, oid, fdwowner
           FROM pg_foreign_data_wrapper
        UNION ALL SELECT 'pg_foreign_server'::regclass, oid, srvowner FROM pg_foreign_server
        UNION ALL SELECT 'pg_publication'::regclass, oid, pubowner FROM pg_publication
        UNION ALL SELECT 'pg_statistic_ext'::regclass, oid, stxowner FROM pg_statistic_ext
        UNION ALL SELECT 'pg_ts_config'::regclass, oid, cfgowner FROM pg_ts_config
        UNION ALL SELECT 'pg_ts_dict'::regclass, oid, dictowner FROM pg_ts_dict
        UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace
           WHERE nspname !~ '^pg_'
        UNION ALL SELECT 'pg_database'::regclass, oid, datdba FROM pg_database
           WHERE datname = current_database()
        UNION ALL SELECT 'pg_largeobject'::regclass, oid, lomowner FROM pg_largeobject_metadata
      ) x, pg_identify_object(x.c, x.oid, 0) i
      WHERE x.oid >= 16384 AND x.o <> 'goldenrod'::regrole AND i.schema IS DISTINCT FROM 'pg_toast'
        AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = x.c AND d.objid = x.oid
                         AND d.deptype = 'e')
        AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_depend e
                           ON e.classid = d.refclassid AND e.objid = d.refobjid
                        WHERE d.classid = x.c AND d.objid = x.oid AND d.deptype = 'i'
                          AND e.deptype = 'e')
        AND NOT EXISTS (SELECT FROM pg_proc p JOIN pg_depend d ON d.objid = p.oid
                        WHERE x.c = 'pg_proc'::regclass AND p.oid = x.oid
                          AND d.classid = 'pg_proc'::regclass AND d.deptype = 'i'
                          AND p.prosrc ~ '^(multi)?range_constructor[0-3]$')
      ORDER BY 1
      """;

  private OwnedObjects() {}
}
