package dev.goldenrod.engine.postgres.imports.masking;

import dev.goldenrod.masking.rules.SourceObjects;
import dev.goldenrod.masking.schema.SourceSchema;
import dev.goldenrod.masking.schema.TableName;
import java.util.Map;

/**
 * What a source's catalog says about its rows.
 *
 * @param conditions by table of an extension: the SQL condition, which may be empty, of the rows
 *     that are the database's own
 */
record SourceTables(SourceSchema schema, SourceObjects objects, Map<TableName, String> conditions) {
  SourceTables {
    conditions = Map.copyOf(conditions);
  }
}
