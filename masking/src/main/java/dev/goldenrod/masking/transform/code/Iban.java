package dev.goldenrod.masking.transform.code;

import dev.goldenrod.masking.MaskRequest;
import dev.goldenrod.masking.Transformer;
import dev.goldenrod.masking.permute.PatternPermutation;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Permutes the digits and letters of an IBAN after its country and the first four characters, which
 * name the bank in most countries, and computes its check digits. Check digits that some countries
 * have within the account are not computed.
 */
final class Iban extends Code {
  private static final Pattern NUMBER = Pattern.compile("[A-Z]{2}\\d{2}[A-Z0-9]{11,30}");
  private static final int ACCOUNT = 8;

  private final PatternPermutation permutation;

  private Iban(MaskRequest request) {
    super(request, "iban");
    this.permutation = new PatternPermutation(hash);
  }

  static Transformer create(MaskRequest request) {
    return new Iban(request);
  }

  @Override
  @Nullable String masked(String code) {
    if (!NUMBER.matcher(code).matches() || !checkDigits(code).equals(code.substring(2, 4))) {
      return null;
    }
    String masked = code.substring(0, ACCOUNT) + permutation.apply(code.substring(ACCOUNT));
    return masked.substring(0, 2) + checkDigits(masked) + masked.substring(4);
  }

  /** Returns the two digits with which the remainder by 97 is 1 (ISO 13616). */
  private static String checkDigits(String code) {
    String turned = code.substring(4) + code.substring(0, 2) + "00";
    int remainder = 0;
    for (int i = 0; i < turned.length(); i++) {
      int number = Character.digit(turned.charAt(i), 36);
      remainder = (remainder * (number < 10 ? 10 : 100) + number) % 97;
    }
    return "%02d".formatted(98 - remainder);
  }
}
