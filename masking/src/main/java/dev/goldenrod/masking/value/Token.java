package dev.goldenrod.masking.value;

import dev.goldenrod.masking.KeyedHash;
import java.util.Locale;

/** Texts of small letters and digits that stand for a value and are made from its keyed digest. */
public final class Token {
  /** The number of characters, 80 bits, at which tokens of different values never meet. */
  public static final int FULL_WIDTH = 16;

  /** The longest token. */
  public static final int LONGEST = 51;

  private static final String ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

  private Token() {}

  /**
   * Returns the token of a digest.
   *
   * @param digest of 32 bytes
   * @param length from 1 to {@value #LONGEST}
   */
  public static String of(byte[] digest, int length) {
    StringBuilder token = new StringBuilder(length);
    int bits = 0;
    int available = 0;
    int next = 0;
    while (token.length() < length) {
      if (available < 5) {
        bits = bits << 8 | digest[next++] & 0xff;
        available += 8;
      }
      available -= 5;
      token.append(ALPHABET.charAt(bits >> available & 31));
    }
    return token.toString();
  }

  /**
   * Returns the token of a text, which for texts that differ only in case or in blanks around them
   * differs only in case: what joins by {@code lower()} still joins, what is UNIQUE stays so.
   */
  public static String ofVariant(KeyedHash hash, String text, int length) {
    String normal = text.strip().toLowerCase(Locale.ROOT);
    String token = of(hash.digest(normal), length);
    return normal.equals(text) ? token : withCaseOf(hash.digest("variant " + text), token);
  }

  private static String withCaseOf(byte[] digest, String token) {
    StringBuilder variant = new StringBuilder(token);
    for (int i = 0; i < variant.length(); i++) {
      if ((digest[i / 8] >> (i % 8) & 1) == 1) {
        variant.setCharAt(i, Character.toUpperCase(variant.charAt(i)));
      }
    }
    return variant.toString();
  }
}
