package dev.goldenrod.masking;

import org.jspecify.annotations.Nullable;

/** The original values of the columns that a transformer {@linkplain Transformer#reads() reads}. */
@FunctionalInterface
public interface Row {
  /** A row for transformers that read no column. */
  Row NONE =
      column -> {
        throw new IllegalArgumentException(
            "the transformer did not declare that it reads " + column);
      };

  /**
   * Returns the original value of a column, or null for NULL. A value above the memory bound is
   * represented by its keyed digest.
   *
   * @throws IllegalArgumentException if the transformer does not declare that it reads the column
   */
  @Nullable String value(String column);
}
