package dev.goldenrod.port;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Normalizes values before they are stored, so that all stores return the same values.
 *
 * <p>Instants are truncated to milliseconds. Text is Unicode without the NUL character. JSON values
 * are text, booleans, null, lists, maps with text as keys, and numbers, which become Integer, Long,
 * BigInteger or Double as a JSON parser would read them.
 */
public final class ValueNormalizer {
  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private ValueNormalizer() {}

  /** Returns the instant, truncated to milliseconds. */
  public static Instant instant(Instant instant) {
    return instant.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns whether the text contains neither a NUL character nor an unpaired surrogate. */
  public static boolean isStorable(String text) {
    return text.indexOf('\0') < 0
        && text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= 0xDFFF);
  }

  /**
   * Returns the text unchanged.
   *
   * @throws IllegalArgumentException when it cannot be stored
   */
  public static String text(String text) {
    if (!isStorable(text)) {
      throw new IllegalArgumentException(
          "text of "
              + text.length()
              + " characters contains a NUL character or half of a surrogate pair; remove it");
    }
    return text;
  }

  /**
   * Returns a copy of the JSON object as a store returns it.
   *
   * @throws IllegalArgumentException when a value cannot be represented in JSON or stored
   */
  public static Map<String, @Nullable Object> json(Map<String, ? extends @Nullable Object> object) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    object.forEach((key, value) -> copy.put(text(key), value(value)));
    return Collections.unmodifiableMap(copy);
  }

  private static @Nullable Object value(@Nullable Object value) {
    if (value == null || value instanceof Boolean) {
      return value;
    }
    if (value instanceof String string) {
      return text(string);
    }
    if (value instanceof Number number) {
      return number(number);
    }
    if (value instanceof List<?> list) {
      List<@Nullable Object> copy = new ArrayList<>();
      list.forEach(element -> copy.add(value(element)));
      return Collections.unmodifiableList(copy);
    }
    if (value instanceof Map<?, ?> map) {
      return object(map);
    }
    throw new IllegalArgumentException(
        "a " + value.getClass().getName() + " is not a JSON value; use its text instead");
  }

  private static Map<String, @Nullable Object> object(Map<?, ?> map) {
    Map<String, @Nullable Object> copy = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (!(entry.getKey() instanceof String key)) {
        throw new IllegalArgumentException("JSON key " + entry.getKey() + " is not a string");
      }
      copy.put(text(key), value(entry.getValue()));
    }
    return Collections.unmodifiableMap(copy);
  }

  private static Number number(Number number) {
    if (number instanceof Double || number instanceof Float || number instanceof BigDecimal) {
      double value = number.doubleValue();
      if (!Double.isFinite(value)) {
        throw new IllegalArgumentException("JSON cannot represent the number " + number);
      }
      return value;
    }
    BigInteger value = new BigInteger(number.toString());
    if (value.compareTo(MIN_LONG) < 0 || value.compareTo(MAX_LONG) > 0) {
      return value;
    }
    long exact = value.longValue();
    return exact == (int) exact ? (Number) (int) exact : (Number) exact;
  }
}
