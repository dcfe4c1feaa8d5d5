package dev.goldenrod.masking.permute;

import dev.goldenrod.masking.KeyedHash;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Permutes texts among those of the same pattern: digits become digits, letters of the Latin
 * alphabet become such letters of the same case, everything else stays. So different texts become
 * different texts, and texts that differ in case become texts that differ in case. Thread-safe.
 */
public final class PatternPermutation {
  private static final String DIGITS = "0123456789";
  private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";

  private final KeyedHash hash;
  private final Map<Part, RangePermutation> permutations = new ConcurrentHashMap<>();

  private record Part(int radix, int length, int index) {
    String purpose() {
      return "%d letters of %d, part %d".formatted(length, radix, index);
    }
  }

  /** Creates the permutation of a key. */
  public PatternPermutation(KeyedHash hash) {
    this.hash = hash;
  }

  /** Returns whether a text has nothing that would stay but punctuation and blanks. */
  public static boolean covers(String text) {
    return text.chars()
            .allMatch(letter -> letter < 0x80 || !Character.isLetterOrDigit((char) letter))
        && text.chars().noneMatch(letter -> Character.isSurrogate((char) letter));
  }

  /** Returns the text's image. */
  public String apply(String text) {
    StringBuilder digits = new StringBuilder();
    StringBuilder letters = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (isDigit(letter)) {
        digits.append(letter);
      } else if (isLetter(letter)) {
        letters.append((char) (letter | 0x20));
      }
    }
    return replace(text, permute(digits, DIGITS), permute(letters, LETTERS));
  }

  /** Returns the image of a text whose characters are all in the alphabet. */
  public String permute(CharSequence text, String alphabet) {
    int longest = longestPart(alphabet.length());
    int parts = (text.length() + longest - 1) / longest;
    StringBuilder image = new StringBuilder(text.length());
    for (int i = 0; i < parts; i++) {
      int start = text.length() * i / parts;
      int end = text.length() * (i + 1) / parts;
      image.append(permutePart(text.subSequence(start, end), alphabet, i));
    }
    return image.toString();
  }

  private String permutePart(CharSequence part, String alphabet, int index) {
    int radix = alphabet.length();
    long number = 0;
    for (int i = 0; i < part.length(); i++) {
      number = number * radix + alphabet.indexOf(part.charAt(i));
    }
    long image = permutation(new Part(radix, part.length(), index)).apply(number);
    char[] written = new char[part.length()];
    for (int i = written.length - 1; i >= 0; i--) {
      written[i] = alphabet.charAt((int) (image % radix));
      image /= radix;
    }
    return new String(written);
  }

  private RangePermutation permutation(Part part) {
    return permutations.computeIfAbsent(
        part,
        wanted ->
            new RangePermutation(
                hash.derive(wanted.purpose()), power(wanted.radix, wanted.length)));
  }

  private static String replace(String text, String digits, String letters) {
    StringBuilder replaced = new StringBuilder(text.length());
    int digit = 0;
    int letter = 0;
    for (int i = 0; i < text.length(); i++) {
      char old = text.charAt(i);
      if (isDigit(old)) {
        replaced.append(digits.charAt(digit++));
      } else if (isLetter(old)) {
        char next = letters.charAt(letter++);
        replaced.append(old <= 'Z' ? (char) (next & ~0x20) : next);
      } else {
        replaced.append(old);
      }
    }
    return replaced.toString();
  }

  private static int longestPart(int radix) {
    long most = Long.MAX_VALUE / radix;
    int length = 0;
    for (long power = 1; power <= most; power *= radix) {
      length++;
    }
    return length;
  }

  private static long power(int radix, int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= radix;
    }
    return power;
  }

  private static boolean isDigit(char letter) {
    return letter >= '0' && letter <= '9';
  }

  private static boolean isLetter(char letter) {
    return letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z';
  }
}
