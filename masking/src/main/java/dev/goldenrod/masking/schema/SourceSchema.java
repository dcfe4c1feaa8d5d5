package dev.goldenrod.masking.schema;

import java.util.List;
import java.util.Optional;

/**
 * The tables of a source. A JSON form of these records is made by Jackson without annotations.
 *
 * @param tables all tables that have rows or columns to decide on, partitions included
 */
public record SourceSchema(List<Table> tables) {
  public SourceSchema {
    tables = List.copyOf(tables);
  }

  /** Returns the table of that name, if the source has it. */
  public Optional<Table> table(TableName name) {
    return tables.stream().filter(table -> table.tableName().equals(name)).findFirst();
  }
}
