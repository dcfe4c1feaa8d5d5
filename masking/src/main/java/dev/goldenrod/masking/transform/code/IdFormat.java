package dev.goldenrod.masking.transform.code;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A format of national ids: fields that are numbered through, and check characters after them.
 *
 * @param name the name, which distinguishes the format
 * @param fields the fields in their order
 * @param checkLength the number of check characters
 * @param check returns the check characters of what is before them, or null if there can be no such
 *     id
 */
record IdFormat(
    String name, List<Field> fields, int checkLength, UnaryOperator<@Nullable String> check) {

  /** A part of an id with a fixed number of characters. */
  interface Field {
    int length();

    /** Returns the number of possible texts. */
    long size();

    /** Returns the number of a text, from 0 to below the size, or -1 if the text is impossible. */
    long number(String text);

    /** Returns the text of a number. */
    String text(long number);
  }

  /** Returns whether a code is an id with the right check characters. */
  boolean isValid(String code) {
    int length = fields.stream().mapToInt(Field::length).sum();
    if (code.length() != length + checkLength || number(code) < 0) {
      return false;
    }
    return code.substring(length).equals(check.apply(code.substring(0, length)));
  }

  /** Returns the number of ids, those without check characters included. */
  long size() {
    return fields.stream().mapToLong(Field::size).reduce(1, Math::multiplyExact);
  }

  /** Returns the number of an id, or -1 if a field is impossible. */
  long number(String code) {
    long number = 0;
    int start = 0;
    for (Field field : fields) {
      long part = field.number(code.substring(start, start + field.length()));
      if (part < 0) {
        return -1;
      }
      number = number * field.size() + part;
      start += field.length();
    }
    return number;
  }

  /** Returns the id of a number, or null if there is none. */
  @Nullable String code(long number) {
    StringBuilder payload = new StringBuilder();
    long rest = number;
    for (int i = fields.size() - 1; i >= 0; i--) {
      Field field = fields.get(i);
      payload.insert(0, field.text(rest % field.size()));
      rest /= field.size();
    }
    String checked = check.apply(payload.toString());
    return checked == null ? null : payload + checked;
  }
}
