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

  /**
   * Replaces the value.
   *
   * @param name the transformer's name in rules; empty if no rule names it
   */
  record Mask(String column, Transformer transformer, String name) implements ColumnMask {
    /** Creates a mask with a transformer that no rule names. */
    public Mask(String column, Transformer transformer) {
      this(column, transformer, "");
    }
  }
}
