package dev.goldenrod.masking.transform.person;

import dev.goldenrod.masking.KeyedHash;
import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Row;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.PatternPermutation;
import dev.goldenrod.masking.value.TextColumn;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Permutes the digits of a telephone number. The code of the country, zeros at the beginning, the
 * length and all punctuation stay. A text that is no number becomes digits.
 */
final class Phone implements Transformer {
  private static final int DIGITS_OF_OTHER = 15;

  /** ITU-T E.164: countries with codes of one and two digits; all other codes have three. */
  private static final Pattern NUMBER =
      Pattern.compile(
          "(?<kept>[^\\w+]*(?:(?:\\+|00)\\W*(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]"
              + "|9[0-58]|\\d{3}))?\\W*0*)(?<rest>[\\d\\W]*)");

  private final PatternPermutation permutation;
  private final KeyedHash hash;
  private final TextColumn column;

  private Phone(KeyedHash hash, TextColumn column) {
    this.permutation = new PatternPermutation(hash);
    this.hash = hash;
    this.column = column;
  }

  static Transformer create(MaskRequest request) {
    return new Phone(request.hash("phone"), TextColumn.of(request));
  }

  @Override
  public String mask(String value, Row row) {
    Matcher number = NUMBER.matcher(value);
    if (!PatternPermutation.covers(value) || !number.matches()) {
      return digitsOf(value);
    }
    String rest = number.group("rest");
    return rest.chars().anyMatch(Phone::isDigit) ? number.group("kept") + permuted(rest) : value;
  }

  @Override
  public boolean isInjective() {
    return column.maxLength() >= DIGITS_OF_OTHER;
  }

  /** Permutes among the numbers that do not begin with zero, by cycle walking. */
  private String permuted(String rest) {
    String image = rest;
    do {
      image = permutation.apply(image);
    } while (firstDigit(image) == '0');
    return image;
  }

  private static char firstDigit(String text) {
    int at = 0;
    while (!isDigit(text.charAt(at))) {
      at++;
    }
    return text.charAt(at);
  }

  private static boolean isDigit(int letter) {
    return letter >= '0' && letter <= '9';
  }

  private String digitsOf(String value) {
    var numbers = hash.numbers(column.canonical(value));
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < Math.min(DIGITS_OF_OTHER, column.maxLength()); i++) {
      digits.append(numbers.nextInt(10));
    }
    return digits.toString();
  }
}
