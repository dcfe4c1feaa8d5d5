package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.PatternPermutation;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Permutes the digits of a card number after its issuer's six, and computes the check digit. A
 * number whose check digit was wrong gets one that is wrong by as much.
 */
final class Card extends Code {
  private static final Pattern NUMBER = Pattern.compile("\\d{12,19}");
  private static final int ISSUER = 6;

  private final PatternPermutation permutation;

  private Card(MaskRequest request) {
    super(request, "card");
    this.permutation = new PatternPermutation(hash);
  }

  static Transformer create(MaskRequest request) {
    return new Card(request);
  }

  @Override
  @Nullable String masked(String code) {
    if (!NUMBER.matcher(code).matches()) {
      return null;
    }
    int last = code.length() - 1;
    int error = Character.digit(code.charAt(last), 10) - luhn(code.substring(0, last));
    String payload = code.substring(0, ISSUER) + permutation.apply(code.substring(ISSUER, last));
    return payload + Math.floorMod(luhn(payload) + error, 10);
  }

  /** Returns the check digit by the algorithm of Luhn. */
  private static int luhn(String payload) {
    int sum = 0;
    for (int i = 0; i < payload.length(); i++) {
      int digit = Character.digit(payload.charAt(payload.length() - 1 - i), 10);
      int weighted = i % 2 == 0 ? 2 * digit : digit;
      sum += weighted > 9 ? weighted - 9 : weighted;
    }
    return (10 - sum % 10) % 10;
  }
}
