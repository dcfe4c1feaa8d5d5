package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.PatternPermutation;
import dev.goldenrod.masking.value.TextColumn;
import dev.goldenrod.masking.value.Token;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A transformer of codes in a text column. Blanks, punctuation and case stay as they are. A text
 * that is no such code has its digits and letters permuted, or becomes a token if it has letters
 * outside of the Latin alphabet.
 */
abstract class Code implements Transformer {
  final KeyedHash hash;
  private final TextColumn column;
  private final PatternPermutation others;

  Code(MaskRequest request, String purpose) {
    this.hash = request.hash(purpose);
    this.column = TextColumn.of(request);
    this.others = new PatternPermutation(hash.derive("others"));
  }

  /**
   * Returns the mask of a code of the same length, or null if it is none.
   *
   * @param code digits and upper-case letters only
   */
  abstract @Nullable String masked(String code);

  @Override
  public final String mask(String value, Row row) {
    String text = column.canonical(value);
    if (!PatternPermutation.covers(text)) {
      return Token.of(hash.digest(text), Math.min(Token.FULL_WIDTH, column.maxLength()));
    }
    String masked = masked(compact(text));
    return masked != null ? spelledLike(text, masked) : others.apply(text);
  }

  @Override
  public final boolean isInjective() {
    return column.maxLength() >= Token.FULL_WIDTH;
  }

  private static String compact(String text) {
    StringBuilder code = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (Character.isLetterOrDigit(text.charAt(i))) {
        code.append(text.charAt(i));
      }
    }
    return code.toString().toUpperCase(Locale.ROOT);
  }

  private static String spelledLike(String text, String code) {
    StringBuilder spelled = new StringBuilder(text.length());
    int next = 0;
    boolean hasLowerCase = text.chars().anyMatch(Character::isLowerCase);
    for (int i = 0; i < text.length(); i++) {
      char old = text.charAt(i);
      if (!Character.isLetterOrDigit(old)) {
        spelled.append(old);
      } else {
        char masked = code.charAt(next++);
        boolean isLower = hasLowerCase && !Character.isUpperCase(old);
        spelled.append(isLower ? Character.toLowerCase(masked) : masked);
      }
    }
    return spelled.toString();
  }
}
