package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.copy.ValueObserver;
import dev.goldenrod.masking.rules.MaskingPlan;
import dev.goldenrod.masking.rules.SchemaMap;
import dev.goldenrod.masking.schema.Column;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is remembered of the originals of masked columns until the proof, in memory of bounded size
 * only. Partitions share what is remembered of their topmost parent. Thread-safe.
 */
public final class Evidence {
  /** For the digests of all columns together; a digest takes up to 32 bytes. */
  private static final int MOST_DIGESTS = 2 << 20;

  private static final int MOST_DIGESTS_OF_COLUMN = 1 << 20;
  private static final int LEAST_DIGESTS_OF_COLUMN = 1 << 10;

  private final SchemaMap schema;
  private final Map<TableName, Map<String, ColumnEvidence>> columns = new LinkedHashMap<>();

  private Evidence(SchemaMap schema) {
    this.schema = schema;
  }

  static Evidence of(SourceSchema schema, MaskingPlan plan) {
    Evidence evidence = new Evidence(new SchemaMap(schema));
    long strict =
        plan.tables().stream()
            .flatMap(mask -> mask.copied().stream())
            .filter(Evidence::isStrict)
            .count();
    int limit =
        (int)
            Math.max(
                LEAST_DIGESTS_OF_COLUMN,
                Math.min(MOST_DIGESTS_OF_COLUMN, MOST_DIGESTS / Math.max(1, strict)));
    long seed = new SecureRandom().nextLong();
    for (TableMask mask : plan.tables()) {
      if (evidence.ruled(mask.table()).equals(mask.table())) {
        evidence.columns.put(mask.table(), evidence.columns(mask, limit, seed));
      }
    }
    return evidence;
  }

  private static boolean isStrict(ColumnMask column) {
    return column instanceof ColumnMask.Mask mask && ColumnEvidence.isStrict(mask);
  }

  private Map<String, ColumnEvidence> columns(TableMask mask, int limit, long seed) {
    Table table = schema.table(mask.table()).orElseThrow();
    Map<String, ColumnEvidence> all = new LinkedHashMap<>();
    for (ColumnMask column : mask.copied()) {
      Optional<Column> declared = table.column(column.column());
      if (column instanceof ColumnMask.Mask masked && declared.isPresent()) {
        all.put(column.column(), ColumnEvidence.of(masked, declared.get(), limit, seed));
      }
    }
    return all;
  }

  private TableName ruled(TableName name) {
    return schema.table(name).map(schema::ruled).map(Table::tableName).orElse(name);
  }

  /** Returns what the copy of a table, which may be a partition, has to call. */
  ValueObserver observer(TableName table) {
    Map<String, ColumnEvidence> known = columns.getOrDefault(ruled(table), Map.of());
    return (column, original, masked) -> {
      ColumnEvidence evidence = known.get(column);
      if (evidence != null) {
        evidence.add(original, masked);
      }
    };
  }

  /** Returns the masked columns by table, without partitions. */
  Map<TableName, Map<String, ColumnEvidence>> columns() {
    return columns;
  }
}
