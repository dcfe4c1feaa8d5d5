package dev.goldenrod.masking.schema;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A table of a source.
 *
 * @param schema the schema's name, without quotes
 * @param name the table's name, without quotes
 * @param kind what kind of relation it is
 * @param partitionOf the parent, if the table is a partition
 * @param partitionKey the key of the table's own partitions; null if it has none
 * @param inheritsFrom the parents, if the table inherits without being a partition
 * @param columns the columns in the order of their numbers, dropped ones left out
 * @param uniques the columns of each primary key, unique constraint and unique index
 * @param foreignKeys the foreign keys
 * @param checks the definitions of the check and exclusion constraints, as {@code
 *     pg_get_constraintdef} writes them
 * @param comment the table's comment, if it has one
 * @param rowEstimate the planner's estimate of the number of rows, or -1 if there is none
 */
public record Table(
    String schema,
    String name,
    Kind kind,
    @Nullable TableName partitionOf,
    @Nullable PartitionKey partitionKey,
    List<TableName> inheritsFrom,
    List<Column> columns,
    List<List<String>> uniques,
    List<ForeignKey> foreignKeys,
    List<String> checks,
    @Nullable String comment,
    long rowEstimate) {
  public Table {
    inheritsFrom = List.copyOf(inheritsFrom);
    columns = List.copyOf(columns);
    uniques = uniques.stream().map(List::copyOf).toList();
    foreignKeys = List.copyOf(foreignKeys);
    checks = List.copyOf(checks);
  }

  /** What kind of relation a table is. */
  public enum Kind {
    TABLE,
    /** A parent of partitions, without rows of its own. */
    PARTITIONED,
    /** A table of a foreign server, whose rows are elsewhere. */
    FOREIGN,
    /** Computed from other tables when it is refreshed. */
    MATERIALIZED_VIEW
  }

  /** Returns the name with the schema. */
  public TableName tableName() {
    return new TableName(schema, name);
  }

  /** Returns the column of that name, if the table has it. */
  public Optional<Column> column(String column) {
    return columns.stream().filter(candidate -> candidate.name().equals(column)).findFirst();
  }
}
