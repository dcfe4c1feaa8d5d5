package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.masking.ColumnMask;
import dev.goldenrod.masking.TableMask;
import dev.goldenrod.masking.rules.MaskingPlan;
import dev.goldenrod.masking.schema.Table;
import dev.goldenrod.masking.schema.TableName;
import org.jspecify.annotations.Nullable;

/** Tells which table masked rows are loaded into: rows with other keys go to other partitions. */
record PartitionTargets(SourceTables tables, MaskingPlan plan) {
  /** Returns the table, or the topmost parent if a key above the partition is changed. */
  TableName of(TableMask mask) {
    TableName target = mask.table();
    for (TableName parent = parent(target); parent != null; parent = parent(parent)) {
      if (changesKey(mask, parent)) {
        target = parent;
      }
    }
    return target;
  }

  private @Nullable TableName parent(TableName name) {
    return tables.schema().table(name).map(Table::partitionOf).orElse(null);
  }

  private boolean changesKey(TableMask mask, TableName parent) {
    return tables.schema().table(parent).map(Table::partitionKey).stream()
        .anyMatch(
            key ->
                mask.columns().stream()
                    .filter(column -> !(column instanceof ColumnMask.Keep))
                    .anyMatch(column -> key.dependsOn(column.column())));
  }
}
