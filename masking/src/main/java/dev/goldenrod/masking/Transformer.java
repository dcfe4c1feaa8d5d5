package dev.goldenrod.masking;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Masks the values of one column. Values are in PostgreSQL's text form, without COPY's escapes.
 *
 * <p>Implementations are thread-safe, and accept every value that the column's type can hold. An
 * exception fails the copy; its message is never shown, because it may contain the value.
 */
@FunctionalInterface
public interface Transformer {
  /**
   * Returns the masked value, or null for NULL.
   *
   * @param value the original, never NULL
   * @param row the columns that this transformer {@linkplain #reads() reads}
   */
  @Nullable String mask(String value, Row row);

  /** Returns what replaces NULL: NULL itself, unless a transformer says otherwise. */
  default @Nullable String maskNull(Row row) {
    return null;
  }

  /** Returns what replaces a value that is too large to be held in memory; null for NULL. */
  default @Nullable String maskOversized(OversizedValue value, Row row) {
    return mask(value.token(), row);
  }

  /**
   * Returns whether different originals always have different masks, so that a UNIQUE constraint
   * holds. Values that a constraint treats as equal, for example of {@code citext}, have equal
   * masks.
   */
  default boolean isInjective() {
    return false;
  }

  /** Returns whether equal originals always have equal masks, so that joins hold. */
  default boolean isRepeatable() {
    return true;
  }

  /** Returns the names of the other columns of the row whose originals {@link #mask} needs. */
  default Set<String> reads() {
    return Set.of();
  }
}
