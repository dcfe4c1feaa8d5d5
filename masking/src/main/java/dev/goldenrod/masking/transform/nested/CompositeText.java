package dev.goldenrod.masking.transform.nested;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The text form of a composite value: {@code (a,"b, c",)}, where an empty field is NULL. */
final class CompositeText {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.+:-]+");

  private CompositeText() {}

  /** Returns the fields in a list that can be changed; NULL is null. */
  static List<@Nullable String> parse(String text) {
    List<@Nullable String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean isNull = true;
    boolean isQuoted = false;
    for (int at = 1; at < text.length(); at++) {
      char next = text.charAt(at);
      boolean ends = !isQuoted && (next == ',' || next == ')');
      if (ends) {
        fields.add(isNull ? null : field.toString());
        field.setLength(0);
        isNull = true;
        continue;
      }
      isNull = false;
      boolean isDoubled = isQuoted && next == '"' && text.startsWith("\"\"", at);
      if (next == '\\' || isDoubled) {
        field.append(text.charAt(++at));
      } else if (next == '"') {
        isQuoted = !isQuoted;
      } else {
        field.append(next);
      }
    }
    return fields;
  }

  static String write(List<@Nullable String> fields) {
    StringBuilder text = new StringBuilder("(");
    for (int i = 0; i < fields.size(); i++) {
      text.append(i == 0 ? "" : ",");
      String field = fields.get(i);
      if (field != null) {
        text.append(PLAIN.matcher(field).matches() ? field : quoted(field));
      }
    }
    return text.append(')').toString();
  }

  private static String quoted(String field) {
    return '"' + field.replace("\\", "\\\\").replace("\"", "\"\"") + '"';
  }
}
