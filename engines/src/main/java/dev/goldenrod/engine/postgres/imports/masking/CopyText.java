package dev.goldenrod.engine.postgres.imports.masking;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads rows in COPY's text format. */
final class CopyText {
  private static final String NULL = "\\N";

  private CopyText() {}

  /** Returns the values of all rows; null for NULL. */
  static List<List<@Nullable String>> rows(byte[] text) {
    List<List<@Nullable String>> rows = new ArrayList<>();
    String[] lines = new String(text, StandardCharsets.UTF_8).split("\n", -1);
    for (int i = 0; i < lines.length - 1; i++) {
      rows.add(row(lines[i]));
    }
    return rows;
  }

  /** Returns the values of a row, which has no line break at its end; null for NULL. */
  static List<@Nullable String> row(String line) {
    List<@Nullable String> values = new ArrayList<>();
    for (String value : line.split("\t", -1)) {
      values.add(value.equals(NULL) ? null : unescaped(value));
    }
    return values;
  }

  /** Returns the value without the escapes that COPY writes, all of which are one letter. */
  static String unescaped(String value) {
    if (value.indexOf('\\') < 0) {
      return value;
    }
    StringBuilder text = new StringBuilder(value.length());
    for (int i = 0; i < value.length(); i++) {
      char next = value.charAt(i);
      text.append(next == '\\' && i + 1 < value.length() ? letter(value.charAt(++i)) : next);
    }
    return text.toString();
  }

  private static char letter(char escaped) {
    return switch (escaped) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0b;
      default -> escaped;
    };
  }
}
