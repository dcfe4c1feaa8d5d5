package dev.goldenrod.masking.copy;

import org.jspecify.annotations.Nullable;

/** Sees each masked value with its original. Called by the thread that copies. */
@FunctionalInterface
public interface ValueObserver {
  /** Observes nothing. */
  ValueObserver NONE = (column, original, masked) -> {};

  /**
   * Called for each value of a masked column, except NULL and values above the memory bound.
   *
   * @param column the column's name
   * @param original the original, without COPY's escapes
   * @param masked the masked value, or null for NULL
   */
  void masked(String column, String original, @Nullable String masked);
}
