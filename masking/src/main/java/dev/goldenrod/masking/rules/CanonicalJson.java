package dev.goldenrod.masking.rules;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The one JSON text of a value, for digests and signatures: keys sorted by UTF-16 code units, no
 * white space, escapes as in RFC 8785.
 */
public final class CanonicalJson {
  private static final String HEX = "\\u%04x";

  private CanonicalJson() {}

  /**
   * Returns the text.
   *
   * @param value maps with texts as keys, lists, texts, finite numbers, booleans or null
   * @throws IllegalArgumentException for a value of another type
   */
  public static String of(@Nullable Object value) {
    StringBuilder json = new StringBuilder();
    append(json, value);
    return json.toString();
  }

  private static void append(StringBuilder json, @Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      appendObject(json, map);
    } else if (value instanceof List<?> list) {
      appendArray(json, list);
    } else if (value instanceof String text) {
      appendText(json, text);
    } else if (value instanceof Number number) {
      json.append(decimal(number));
    } else if (value == null || value instanceof Boolean) {
      json.append(value);
    } else {
      throw new IllegalArgumentException("JSON has no " + value.getClass());
    }
  }

  private static String decimal(Number number) {
    BigDecimal decimal = new BigDecimal(number.toString());
    return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
  }

  private static void appendObject(StringBuilder json, Map<?, ?> map) {
    Map<String, Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put((String) key, value));
    json.append('{');
    sorted.forEach(
        (key, value) -> {
          appendText(json, key);
          json.append(':');
          append(json, value);
          json.append(',');
        });
    close(json, '}');
  }

  private static void appendArray(StringBuilder json, List<?> list) {
    json.append('[');
    for (Object one : list) {
      append(json, one);
      json.append(',');
    }
    close(json, ']');
  }

  private static void close(StringBuilder json, char end) {
    int last = json.length() - 1;
    if (json.charAt(last) == ',') {
      json.setCharAt(last, end);
    } else {
      json.append(end);
    }
  }

  private static void appendText(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      appendCharacter(json, text.charAt(i));
    }
    json.append('"');
  }

  private static void appendCharacter(StringBuilder json, char one) {
    switch (one) {
      case '"' -> json.append("\\\"");
      case '\\' -> json.append("\\\\");
      case '\b' -> json.append("\\b");
      case '\f' -> json.append("\\f");
      case '\n' -> json.append("\\n");
      case '\r' -> json.append("\\r");
      case '\t' -> json.append("\\t");
      default -> json.append(one < ' ' ? HEX.formatted((int) one) : one);
    }
  }
}
