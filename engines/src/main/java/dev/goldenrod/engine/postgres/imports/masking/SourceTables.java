package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.masking.rules.SourceObjects;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.TableName;
import java.util.Map;
import java.util.Set;

/**
 * What a source's catalog says about its rows.
 *
 * @param conditions by table of an extension: the SQL condition, which may be empty, of the rows
 *     that are the database's own
 * @param partitionKeys by partitioned table: the columns of the key; an empty name stands for an
 *     expression
 */
record SourceTables(
    SourceSchema schema,
    SourceObjects objects,
    Map<TableName, String> conditions,
    Map<TableName, Set<String>> partitionKeys) {
  SourceTables {
    conditions = Map.copyOf(conditions);
    partitionKeys = Map.copyOf(partitionKeys);
  }
}
