package dev.goldenrod.storage.jdbi;

import java.util.Map;

/**
 * What a dump of a store holds.
 *
 * @param schemaVersion the number of the newest migration that its tables have
 * @param rows how many rows each table has, in the order of the dump
 */
public record StoreContents(int schemaVersion, Map<String, Long> rows) {
  /** All rows of all tables. */
  public long totalRows() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }
}
