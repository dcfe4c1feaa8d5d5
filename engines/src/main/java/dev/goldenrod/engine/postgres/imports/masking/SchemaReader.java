package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.ForeignKey;
import dev.goldenrod.masking.schema.PartitionKey;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables of a source from its catalog, with queries that every user may run on every
 * release. The session's search_path has no schema of a user. Not thread-safe.
 */
final class SchemaReader {
  static final String USER_SCHEMAS = " n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' ";

  private static final String IS_MEMBER =
      """
      EXISTS (SELECT FROM pg_catalog.pg_depend d
               WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                 AND d.objid = c.oid AND d.deptype = 'e')
      """;

  private static final String CONFIGURED =
      """
      (SELECT pg_catalog.unnest(e.extconfig) AS oid, pg_catalog.unnest(e.extcondition) AS condition
         FROM pg_catalog.pg_extension e)
      """;

  private static final String TABLES =
      """
      SELECT c.oid, n.nspname, c.relname, c.relkind, c.relispartition, c.reltuples::bigint,
             pg_catalog.obj_description(c.oid, 'pg_class'), x.condition
        FROM pg_catalog.pg_class c
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
        LEFT JOIN %s x ON x.oid = c.oid
       WHERE c.relkind IN ('r', 'p', 'f', 'm') AND c.relpersistence <> 't' AND %s
         AND (x.oid IS NOT NULL OR NOT %s)
       ORDER BY n.nspname, c.relname
      """
          .formatted(CONFIGURED, USER_SCHEMAS, IS_MEMBER);

  private static final String COLUMNS =
      """
      SELECT a.attrelid, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypid,
             a.atttypmod, a.attnotnull OR t.typnotnull, a.attgenerated <> '',
             a.atthasdef OR a.attidentity <> '' OR t.typdefault IS NOT NULL,
             pg_catalog.col_description(a.attrelid, a.attnum)
        FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
       WHERE a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum
      """;

  /** An index on expressions counts as one on the columns that they name. */
  private static final String UNIQUES =
      """
      SELECT i.indrelid,
             CASE WHEN 0 = ANY (i.indkey::pg_catalog.int2[])
                  THEN ARRAY(SELECT DISTINCT a.attname::text FROM pg_catalog.pg_depend d
                               JOIN pg_catalog.pg_attribute a
                                 ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
                              WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
                                AND d.objid = i.indexrelid AND d.refobjid = i.indrelid
                                AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass
                                AND d.refobjsubid > 0)
                  ELSE ARRAY(SELECT a.attname::text
                               FROM pg_catalog.unnest(i.indkey::pg_catalog.int2[])
                                    WITH ORDINALITY k(num, place)
                               JOIN pg_catalog.pg_attribute a
                                 ON a.attrelid = i.indrelid AND a.attnum = k.num
                              WHERE k.place <= i.indnkeyatts ORDER BY k.place) END
        FROM pg_catalog.pg_index i WHERE i.indisunique
       ORDER BY i.indexrelid
      """;

  private static final String COLUMN_NAMES =
      """
      ARRAY(SELECT a.attname::text FROM pg_catalog.unnest(o.%2$s) WITH ORDINALITY k(num, place)
              JOIN pg_catalog.pg_attribute a ON a.attrelid = o.%1$s AND a.attnum = k.num
             ORDER BY k.place)
      """;

  private static final String FOREIGN_KEYS =
      "SELECT o.conrelid, %s, o.confrelid, %s FROM pg_catalog.pg_constraint o WHERE o.contype = 'f' AND o.conparentid = 0 ORDER BY o.oid"
          .formatted(
              COLUMN_NAMES.formatted("conrelid", "conkey"),
              COLUMN_NAMES.formatted("confrelid", "confkey"));

  private static final String CHECKS =
      """
      SELECT o.conrelid, pg_catalog.pg_get_constraintdef(o.oid) FROM pg_catalog.pg_constraint o
       WHERE o.contype IN ('c', 'x') AND o.conrelid <> 0 ORDER BY o.conrelid, o.conname
      """;

  private static final String PARENTS =
      "SELECT inhrelid, inhparent FROM pg_catalog.pg_inherits ORDER BY inhrelid, inhseqno";

  private static final String PARTITION_KEYS =
      """
      SELECT p.partrelid,
             ARRAY(SELECT COALESCE(a.attname::text, '')
                     FROM pg_catalog.unnest(p.partattrs::pg_catalog.int2[]) k(num)
                     LEFT JOIN pg_catalog.pg_attribute a
                       ON a.attrelid = p.partrelid AND a.attnum = k.num),
             p.partstrat = 'h' OR p.partdefid <> 0
        FROM pg_catalog.pg_partitioned_table p
      """;

  private final Connection connection;
  private final TypeReader types;
  private final Map<Long, Relation> relations = new LinkedHashMap<>();
  private final Map<Long, List<Column>> columns = new HashMap<>();
  private final Map<Long, List<List<String>>> uniques = new HashMap<>();
  private final Map<Long, List<ForeignKey>> foreignKeys = new HashMap<>();
  private final Map<Long, List<String>> checks = new HashMap<>();
  private final Map<Long, List<TableName>> parents = new HashMap<>();
  private final Map<Long, PartitionKey> partitionKeys = new HashMap<>();

  private record Relation(
      long oid,
      TableName name,
      String kind,
      boolean isPartition,
      long rows,
      @Nullable String comment,
      @Nullable String condition) {}

  private SchemaReader(Connection connection) throws SQLException {
    this.connection = connection;
    this.types = TypeReader.of(connection);
  }

  static SourceTables read(Connection connection) throws SQLException {
    return new SchemaReader(connection).read();
  }

  private SourceTables read() throws SQLException {
    Sql.list(connection, TABLES, SchemaReader::relation)
        .forEach(relation -> relations.put(relation.oid(), relation));
    each(COLUMNS, row -> add(columns, row.getLong(1), column(row)));
    each(UNIQUES, row -> add(uniques, row.getLong(1), names(row, 2)));
    each(CHECKS, row -> add(checks, row.getLong(1), row.getString(2)));
    each(FOREIGN_KEYS, this::addForeignKey);
    each(PARENTS, this::addParent);
    each(PARTITION_KEYS, row -> partitionKeys.put(row.getLong(1), partitionKey(row)));
    Map<TableName, String> conditions = new HashMap<>();
    relations.values().stream()
        .filter(relation -> relation.condition() != null)
        .forEach(relation -> conditions.put(relation.name(), relation.condition()));
    List<Table> tables = relations.values().stream().map(this::table).toList();
    return new SourceTables(new SourceSchema(tables), ObjectCounts.read(connection), conditions);
  }

  private interface Use {
    void row(ResultSet row) throws SQLException;
  }

  /** Passes on the rows of relations that are read; the first column is the relation's oid. */
  private void each(String query, Use use) throws SQLException {
    Sql.list(
        connection,
        query,
        row -> {
          if (relations.containsKey(row.getLong(1))) {
            use.row(row);
          }
          return row.getLong(1);
        });
  }

  private static <T> void add(Map<Long, List<T>> lists, long oid, T element) {
    lists.computeIfAbsent(oid, relation -> new ArrayList<>()).add(element);
  }

  private static Relation relation(ResultSet row) throws SQLException {
    return new Relation(
        row.getLong(1),
        new TableName(row.getString(2), row.getString(3)),
        row.getString(4),
        row.getBoolean(5),
        row.getLong(6),
        row.getString(7),
        row.getString(8));
  }

  private Column column(ResultSet row) throws SQLException {
    return new Column(
        row.getString(2),
        row.getString(3),
        types.read(row.getLong(4), row.getInt(5)),
        row.getBoolean(6),
        row.getBoolean(7),
        row.getBoolean(8),
        row.getString(9));
  }

  private void addForeignKey(ResultSet row) throws SQLException {
    Relation referenced = relations.get(row.getLong(3));
    if (referenced != null) {
      add(
          foreignKeys,
          row.getLong(1),
          new ForeignKey(names(row, 2), referenced.name(), names(row, 4)));
    }
  }

  private void addParent(ResultSet row) throws SQLException {
    Relation parent = relations.get(row.getLong(2));
    if (parent != null) {
      add(parents, row.getLong(1), parent.name());
    }
  }

  private static List<String> names(ResultSet row, int column) throws SQLException {
    Array array = row.getArray(column);
    return List.of((String[]) array.getArray());
  }

  private Table table(Relation relation) {
    long oid = relation.oid();
    List<TableName> above = parents.getOrDefault(oid, List.of());
    return new Table(
        relation.name().schema(),
        relation.name().name(),
        kind(relation.kind()),
        relation.isPartition() && !above.isEmpty() ? above.get(0) : null,
        partitionKeys.get(oid),
        relation.isPartition() ? List.of() : above,
        columns.getOrDefault(oid, List.of()),
        uniques.getOrDefault(oid, List.of()),
        foreignKeys.getOrDefault(oid, List.of()),
        checks.getOrDefault(oid, List.of()),
        relation.comment(),
        relation.rows());
  }

  private static Table.Kind kind(String letter) {
    return switch (letter) {
      case "p" -> Table.Kind.PARTITIONED;
      case "f" -> Table.Kind.FOREIGN;
      case "m" -> Table.Kind.MATERIALIZED_VIEW;
      default -> Table.Kind.TABLE;
    };
  }

  /** The empty name stands for an expression. */
  private static PartitionKey partitionKey(ResultSet row) throws SQLException {
    List<String> all = names(row, 2);
    Set<String> columns = all.stream().filter(name -> !name.isEmpty()).collect(Collectors.toSet());
    return new PartitionKey(columns, all.contains(""), row.getBoolean(3));
  }
}
