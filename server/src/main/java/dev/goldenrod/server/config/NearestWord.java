package dev.goldenrod.server.config;

import java.util.Collection;
import java.util.Comparator;

final class NearestWord {
  private NearestWord() {}

  /** Returns the word with the smallest edit distance. */
  static String to(String typed, Collection<String> words) {
    return words.stream().min(Comparator.comparingInt(word -> distance(typed, word))).orElseThrow();
  }

  /** Returns the Levenshtein distance. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int column = 0; column <= to.length(); column++) {
      row[column] = column;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int changed = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }
}
