package dev.goldenrod.masking.detect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Phrases of column names by what they stand for. The longest phrase in a name wins. Immutable.
 *
 * @param <T> what phrases stand for
 */
final class NameDictionary<T extends Enum<T>> {
  private static final int MAX_WORDS = 5;
  private static final int MIN_PART = 3;

  private final Map<String, T> phrases = new HashMap<>();
  private final List<Part<T>> parts = new ArrayList<>();

  /** The begin or the end of a word. */
  private record Part<T>(String text, boolean isEnd, T meaning) {
    boolean matches(String word) {
      return word.length() >= text.length()
          && (isEnd ? word.endsWith(text) : word.startsWith(text));
    }
  }

  /** A phrase that was found in a name. */
  record Match<T>(String phrase, T meaning) {}

  private NameDictionary() {}

  /** Reads a resource with lines such as {@code EMAIL: mail, e mail, *email}. */
  static <T extends Enum<T>> NameDictionary<T> read(String resource, Class<T> type) {
    NameDictionary<T> dictionary = new NameDictionary<>();
    for (String line : Words.lines(resource)) {
      String[] halves = line.split(":", 2);
      T meaning = Enum.valueOf(type, halves[0].strip());
      for (String phrase : halves[1].split(",")) {
        dictionary.add(phrase.strip(), meaning);
      }
    }
    return dictionary;
  }

  private void add(String phrase, T meaning) {
    if (phrase.startsWith("*")) {
      parts.add(new Part<>(requireLong(phrase.substring(1)), true, meaning));
    } else if (phrase.endsWith("*")) {
      parts.add(new Part<>(requireLong(phrase.substring(0, phrase.length() - 1)), false, meaning));
    } else {
      phrases.putIfAbsent(phrase, meaning);
      phrases.putIfAbsent(phrase.replace(" ", ""), meaning);
    }
  }

  private static String requireLong(String part) {
    if (part.length() < MIN_PART) {
      throw new IllegalArgumentException("'" + part + "' is too short to be a part of a word");
    }
    return part;
  }

  /**
   * Finds the longest phrase.
   *
   * @param words as {@link Words#ofName} returns them
   */
  Optional<Match<T>> find(String words) {
    String[] all = words.split(" ");
    List<Match<T>> matches = new ArrayList<>();
    for (int from = 0; from < all.length; from++) {
      StringBuilder phrase = new StringBuilder();
      for (int to = from; to < Math.min(all.length, from + MAX_WORDS); to++) {
        phrase.append(to == from ? "" : " ").append(all[to]);
        T meaning = meaning(phrase.toString());
        if (meaning != null) {
          matches.add(new Match<>(phrase.toString(), meaning));
        }
      }
      addParts(all[from], matches);
    }
    return matches.stream().max(Comparator.comparingInt(match -> match.phrase().length()));
  }

  /** Returns what a phrase, or its singular, stands for. */
  private @Nullable T meaning(String phrase) {
    T meaning = phrases.get(phrase);
    return meaning == null && phrase.endsWith("s")
        ? phrases.get(phrase.substring(0, phrase.length() - 1))
        : meaning;
  }

  private void addParts(String word, List<Match<T>> matches) {
    parts.stream()
        .filter(part -> part.matches(word))
        .forEach(part -> matches.add(new Match<>(part.text(), part.meaning())));
  }
}
