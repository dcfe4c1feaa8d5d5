package dev.goldenrod.masking.transform.place;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.PatternPermutation;
import dev.goldenrod.masking.value.TextColumn;

/**
 * Permutes the digits and letters of a postcode, whose form stays. Some characters at the beginning
 * can be kept, which often name a region.
 */
final class Postcode implements Transformer {
  private static final int LONGEST_KEPT = 4;

  private final PatternPermutation permutation;
  private final TextColumn column;
  private final int kept;

  private Postcode(PatternPermutation permutation, TextColumn column, int kept) {
    this.permutation = permutation;
    this.column = column;
    this.kept = kept;
  }

  static Transformer create(MaskRequest request) {
    long kept = request.options().whole("keep").orElse(0L);
    if (kept < 0 || kept > LONGEST_KEPT) {
      throw request.options().wrong("keep", "a number of characters from 0 to " + LONGEST_KEPT);
    }
    PatternPermutation permutation = new PatternPermutation(request.hash("postcode"));
    return new Postcode(permutation, TextColumn.of(request), (int) kept);
  }

  @Override
  public String mask(String value, Row row) {
    String code = column.canonical(value);
    if (code.length() <= kept) {
      return permutation.apply(ascii(code));
    }
    return code.substring(0, kept) + permutation.apply(ascii(code.substring(kept)));
  }

  /** Returns the text with 'x' for each letter that would stay. */
  private static String ascii(String text) {
    return PatternPermutation.covers(text) ? text : text.replaceAll("[^\\p{ASCII}]", "x");
  }
}
