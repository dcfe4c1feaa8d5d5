package dev.goldenrod.masking.value;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.schema.ColumnType;
import java.util.Locale;
import java.util.Set;

/**
 * What texts a column can hold.
 *
 * @param maxLength the longest text in characters
 * @param ignoresCase whether texts are equal that differ in case, as in {@code citext}
 * @param isPadded whether blanks at the end do not count, as in {@code char(n)}
 */
public record TextColumn(int maxLength, boolean ignoresCase, boolean isPadded) {
  /** The length of a text in a column without a limit. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final Set<String> TYPES =
      Set.of("text", "varchar", "bpchar", "char", "citext", "name");

  /**
   * Returns what a column can hold.
   *
   * @throws dev.goldenrod.masking.RuleException if the column's type is no text
   */
  public static TextColumn of(MaskRequest request) {
    ColumnType type = request.column().typeInfo().withoutDomains();
    if (!isText(type)) {
      throw request.wrongType("text");
    }
    return new TextColumn(
        maxLength(type), type.baseName().equals("citext"), type.baseName().equals("bpchar"));
  }

  /** Returns whether a type is a text. */
  public static boolean isText(ColumnType type) {
    return type.kind() == ColumnType.Kind.BASE && TYPES.contains(type.baseName());
  }

  /** Returns the same for all texts that the column's type treats as equal. */
  public String canonical(String text) {
    String stripped = isPadded ? stripTrailingBlanks(text) : text;
    return ignoresCase ? stripped.toLowerCase(Locale.ROOT) : stripped;
  }

  /** Returns as much of the text as the column can hold. */
  public String fit(String text) {
    if (text.length() <= maxLength) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength;
    return text.substring(0, end);
  }

  private static int maxLength(ColumnType type) {
    if (type.length() != null) {
      return type.length();
    }
    return switch (type.baseName()) {
      case "name" -> 63;
      case "char" -> 1;
      default -> UNLIMITED;
    };
  }

  private static String stripTrailingBlanks(String text) {
    int end = text.length();
    while (end > 0 && text.charAt(end - 1) == ' ') {
      end--;
    }
    return text.substring(0, end);
  }
}
