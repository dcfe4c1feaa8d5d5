package dev.goldenrod.storage.jdbi;

import java.util.Map;

/**
 * The contents of a dump.
 *
 * @param schemaVersion the newest migration of the dumped tables
 * @param rows the number of rows of each table, in the order of the dump
 */
public record StoreContents(int schemaVersion, Map<String, Long> rows) {
  /** Returns the number of rows of all tables. */
  public long totalRows() {
    return rows.values().stream().mapToLong(Long::longValue).sum();
  }
}
