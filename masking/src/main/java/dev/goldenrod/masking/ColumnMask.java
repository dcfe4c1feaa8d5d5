package dev.goldenrod.masking;

/** What happens to one column of a table when its rows are copied. */
public sealed interface ColumnMask {
  /** The column's name, without quotes. */
  String column();

  /** Copies the value as it is. */
  record Keep(String column) implements ColumnMask {}

  /**
   * Leaves the column out of both COPY commands: the original is never read, and the copy has the
   * column's default or NULL.
   */
  record Drop(String column) implements ColumnMask {}

  /** Replaces the value. */
  record Mask(String column, Transformer transformer) implements ColumnMask {}
}
