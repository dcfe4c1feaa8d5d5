package dev.goldenrod.masking.schema;

import java.util.Set;

/**
 * The key that assigns a partitioned table's rows to its partitions.
 *
 * @param columns the columns of the key, those in expressions left out
 * @param hasExpression whether part of the key is an expression, which any column can be part of
 * @param takesAll whether every key has a partition: there is a default one, or they go by hash
 */
public record PartitionKey(Set<String> columns, boolean hasExpression, boolean takesAll) {
  public PartitionKey {
    columns = Set.copyOf(columns);
  }

  /** Returns whether another value of the column can be another key. */
  public boolean dependsOn(String column) {
    return hasExpression || columns.contains(column);
  }
}
