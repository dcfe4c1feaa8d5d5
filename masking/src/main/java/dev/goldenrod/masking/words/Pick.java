package dev.goldenrod.masking.words;

import dev.goldenrod.masking.KeyedNumbers;
import java.util.List;

/** Chooses words. */
public final class Pick {
  private Pick() {}

  /** Returns one of at least two different words, which is not the original. */
  public static String other(KeyedNumbers numbers, List<String> words, String original) {
    int index = numbers.nextInt(words.size());
    String picked = words.get(index);
    return picked.equalsIgnoreCase(original) ? words.get((index + 1) % words.size()) : picked;
  }
}
