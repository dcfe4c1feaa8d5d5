package dev.goldenrod.masking.transform.nested;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text form of an array: {@code {a,"b c",NULL}}, arrays within arrays, and bounds before it.
 */
final class ArrayText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.+:-]+");

  private final String text;
  private final char delimiter;
  private int at;

  ArrayText(String text, char delimiter) {
    this.text = text;
    this.delimiter = delimiter;
  }

  /** Returns the array with each element replaced; NULL is null. Can be called once. */
  String map(UnaryOperator<@Nullable String> function) {
    StringBuilder mapped = new StringBuilder(text.length());
    int start = text.startsWith("[") ? text.indexOf('=') + 1 : 0;
    mapped.append(text, 0, start);
    at = start;
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == '{' || next == '}' || next == delimiter) {
        mapped.append(next);
        at++;
      } else {
        append(mapped, function.apply(next == '"' ? quoted() : plain()));
      }
    }
    return mapped.toString();
  }

  private String quoted() {
    StringBuilder element = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      if (text.charAt(at) == '\\') {
        at++;
      }
      element.append(text.charAt(at));
    }
    at++;
    return element.toString();
  }

  private @Nullable String plain() {
    int start = at;
    while (at < text.length() && text.charAt(at) != delimiter && text.charAt(at) != '}') {
      at++;
    }
    String element = text.substring(start, at);
    return element.equalsIgnoreCase("NULL") ? null : element;
  }

  private static void append(StringBuilder array, @Nullable String element) {
    if (element == null) {
      array.append("NULL");
    } else if (PLAIN.matcher(element).matches() && !element.equalsIgnoreCase("NULL")) {
      array.append(element);
    } else {
      array.append('"').append(element.replace("\\", "\\\\").replace("\"", "\\\"")).append('"');
    }
  }
}
