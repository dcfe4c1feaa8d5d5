package dev.goldenrod.masking.transform.time;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.KeyedNumbers;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whom a date belongs to: the person in another column of the row, or the date itself if the rule
 * names none. All dates of a person are masked by the same numbers.
 */
final class Person {
  private final KeyedHash hash;
  private final @Nullable String column;

  Person(MaskRequest request, String purpose) {
    this.hash = request.hash(purpose);
    this.column = request.options().text("by").orElse(null);
    if (request.column().name().equals(column)) {
      throw request.options().wrong("by", "another column than the masked one");
    }
  }

  KeyedNumbers numbers(String value, Row row) {
    String person = column == null ? null : row.value(column);
    return hash.numbers(person == null ? value : person);
  }

  Set<String> reads() {
    return column == null ? Set.of() : Set.of(column);
  }
}
