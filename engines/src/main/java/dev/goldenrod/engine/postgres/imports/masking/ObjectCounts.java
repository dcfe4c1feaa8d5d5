package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.rules.ObjectKind;
import dev.goldenrod.masking.rules.SourceObjects;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;

/** Counts what a source has besides the rows of its tables. */
final class ObjectCounts {
  /** The first oid of an object that no release of PostgreSQL brings. */
  private static final int FIRST_OID = 16384;

  private static final String NO_MEMBER =
      """
       %2$s.oid >= %3$d AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d
          WHERE d.classid = 'pg_catalog.%1$s'::pg_catalog.regclass
            AND d.objid = %2$s.oid AND d.deptype = 'e')
      """;

  /** A quoted literal that is not empty. */
  private static final String LITERAL = "~ '''[^'']'";

  private static final String COMMENTS =
      "SELECT count(*) FROM pg_catalog.pg_description x WHERE x.objoid >= " + FIRST_OID;

  /** Comments and defaults of arguments can have values, too. */
  private static final String FUNCTIONS =
      """
      SELECT count(*) FROM pg_catalog.pg_proc p WHERE p.prokind <> 'a' AND (
             p.prosrc %1$s OR p.prosrc ~ '\\$[A-Za-z0-9_]*\\$|--|/\\*'
             OR pg_catalog.pg_get_function_arguments(p.oid) %1$s
             OR pg_catalog.to_json(p) ->> 'prosqlbody' IS NOT NULL) AND %2$s
      """
          .formatted(LITERAL, member("pg_proc", "p"));

  /** The name of a sequence in {@code nextval} is no literal of a user. */
  private static final String DEFAULTS =
      """
      SELECT (SELECT count(*) FROM pg_catalog.pg_attrdef x
                JOIN pg_catalog.pg_attribute a ON a.attrelid = x.adrelid AND a.attnum = x.adnum
                JOIN pg_catalog.pg_class c ON c.oid = x.adrelid
               WHERE a.attgenerated = ''
                 AND pg_catalog.regexp_replace(pg_catalog.pg_get_expr(x.adbin, x.adrelid),
                       'nextval\\(''[^()]*''::regclass\\)', '', 'g') %s AND %s)
           + (SELECT count(*) FROM pg_catalog.pg_type t WHERE t.typtype = 'd'
                 AND t.typdefault %1$s AND %s)
      """
          .formatted(LITERAL, member("pg_class", "c"), member("pg_type", "t"));

  private static final String EXPRESSIONS =
      """
      SELECT (SELECT count(*) FROM pg_catalog.pg_class c WHERE c.relkind IN ('v', 'm')
                 AND pg_catalog.pg_get_viewdef(c.oid) %1$s AND %2$s)
           + (SELECT count(*) FROM pg_catalog.pg_constraint c WHERE c.contype IN ('c', 'x')
                 AND pg_catalog.pg_get_constraintdef(c.oid) %1$s AND %3$s)
           + (SELECT count(*) FROM pg_catalog.pg_index i
                JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
               WHERE (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL)
                 AND pg_catalog.pg_get_indexdef(i.indexrelid) %1$s AND c.oid >= %5$d)
           + (SELECT count(*) FROM pg_catalog.pg_attrdef x
                JOIN pg_catalog.pg_attribute a ON a.attrelid = x.adrelid AND a.attnum = x.adnum
               WHERE a.attgenerated <> '' AND x.adrelid >= %5$d
                 AND pg_catalog.pg_get_expr(x.adbin, x.adrelid) %1$s)
           + (SELECT count(*) FROM pg_catalog.pg_policy p WHERE
                 pg_catalog.concat(pg_catalog.pg_get_expr(p.polqual, p.polrelid),
                   pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid)) %1$s)
           + (SELECT count(*) FROM pg_catalog.pg_trigger t WHERE NOT t.tgisinternal
                 AND (t.tgqual IS NOT NULL OR t.tgnargs > 0)
                 AND pg_catalog.pg_get_triggerdef(t.oid) %1$s)
           + (SELECT count(*) FROM pg_catalog.pg_rewrite r WHERE r.rulename <> '_RETURN'
                 AND pg_catalog.pg_get_ruledef(r.oid) %1$s AND %4$s)
           + (SELECT count(*) FROM pg_catalog.pg_class c WHERE c.relispartition
                 AND pg_catalog.pg_get_expr(c.relpartbound, c.oid) %1$s AND c.oid >= %5$d)
      """
          .formatted(
              LITERAL,
              member("pg_class", "c"),
              member("pg_constraint", "c"),
              member("pg_rewrite", "r"),
              FIRST_OID);

  private static final String SERVERS =
      "SELECT count(*) FROM pg_catalog.pg_foreign_server s WHERE "
          + member("pg_foreign_server", "s");

  private static final String SEQUENCES =
      "SELECT count(*) FROM pg_catalog.pg_class c WHERE c.relkind = 'S' AND "
          + member("pg_class", "c");

  private static final String ENUMS =
      "SELECT count(*) FROM pg_catalog.pg_type t WHERE t.typtype = 'e' AND "
          + member("pg_type", "t");

  private static final Map<ObjectKind, String> QUERIES =
      new EnumMap<>(
          Map.of(
              ObjectKind.LARGE_OBJECTS,
              "SELECT count(*) FROM pg_catalog.pg_largeobject_metadata",
              ObjectKind.COMMENTS,
              COMMENTS,
              ObjectKind.SEQUENCES,
              SEQUENCES,
              ObjectKind.FUNCTION_BODIES,
              FUNCTIONS,
              ObjectKind.DEFAULT_LITERALS,
              DEFAULTS,
              ObjectKind.EXPRESSION_LITERALS,
              EXPRESSIONS,
              ObjectKind.ENUM_LABELS,
              ENUMS,
              ObjectKind.EXTENDED_STATISTICS,
              "SELECT count(*) FROM pg_catalog.pg_statistic_ext",
              ObjectKind.FOREIGN_SERVERS,
              SERVERS,
              ObjectKind.PUBLICATIONS,
              "SELECT count(*) FROM pg_catalog.pg_publication"));

  private ObjectCounts() {}

  static SourceObjects read(Connection connection) throws SQLException {
    Map<ObjectKind, Long> counts = new EnumMap<>(ObjectKind.class);
    // Dumps are made without the statistics of tables.
    counts.put(ObjectKind.IMPORTED_STATISTICS, 0L);
    for (Map.Entry<ObjectKind, String> query : QUERIES.entrySet()) {
      counts.put(query.getKey(), Sql.number(connection, query.getValue()));
    }
    return new SourceObjects(counts);
  }

  private static String member(String catalog, String alias) {
    return NO_MEMBER.formatted(catalog, alias, FIRST_OID);
  }
}
