package dev.goldenrod.masking.schema;

import java.util.List;

/**
 * A foreign key of a table.
 *
 * @param columns the table's own columns
 * @param referencedTable the table that they reference
 * @param referencedColumns the columns that they reference, in the same order
 */
public record ForeignKey(
    List<String> columns, TableName referencedTable, List<String> referencedColumns) {
  public ForeignKey {
    columns = List.copyOf(columns);
    referencedColumns = List.copyOf(referencedColumns);
  }
}
