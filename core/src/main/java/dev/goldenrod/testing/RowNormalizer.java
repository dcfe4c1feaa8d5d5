package dev.goldenrod.testing;

import dev.goldenrod.port.ValueNormalizer;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Copies records as a database would return them. */
final class RowNormalizer {
  private RowNormalizer() {}

  /** Returns a copy with all values normalized by {@link ValueNormalizer}. */
  static <R extends Record> R normalize(R row) {
    RecordComponent[] components = row.getClass().getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    @Nullable Object[] values = new @Nullable Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        values[i] = normalizeValue(components[i].getAccessor().invoke(row));
      }
      @SuppressWarnings("unchecked")
      R copy = (R) row.getClass().getDeclaredConstructor(types).newInstance(values);
      return copy;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot copy the record " + row.getClass().getName(), e);
    }
  }

  private static @Nullable Object normalizeValue(@Nullable Object value) {
    if (value instanceof String text) {
      return ValueNormalizer.text(text);
    }
    if (value instanceof Instant instant) {
      return ValueNormalizer.instant(instant);
    }
    if (value instanceof Record row) {
      return normalize(row);
    }
    if (value instanceof Map<?, ?> map) {
      return ValueNormalizer.json(textKeys(map));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(RowNormalizer::normalizeValue).toList();
    }
    return value;
  }

  @SuppressWarnings("unchecked") // The only maps in the records are JSON objects.
  private static Map<String, @Nullable Object> textKeys(Map<?, ?> map) {
    return (Map<String, @Nullable Object>) map;
  }
}
