package dev.goldenrod.masking.proof;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Values that may stand in a masked column although the original has them too, because they tell
 * nothing about a row: very short ones, placeholders such as {@code n/a}, and the words of the
 * transformers' public lists. Attestations count the exemptions by the names of the lists.
 * Immutable.
 */
public final class CommonValues {
  /** Texts of at most this many characters are exempt: too many values share them. */
  public static final int SHORT_CHARACTERS = 3;

  private static final String SHORT = "values of at most " + SHORT_CHARACTERS + " characters";

  /** The placeholders that are always exempt, in lower case. */
  public static final Set<String> PLACEHOLDERS =
      Set.of(
          "true",
          "false",
          "null",
          "none",
          "n.a.",
          "unknown",
          "undefined",
          "default",
          "test",
          "other",
          "anonymous",
          "unbekannt",
          "keine",
          "inconnu",
          "aucun",
          "desconocido",
          "ninguno",
          "sconosciuto",
          "nessuno",
          "onbekend",
          "geen",
          "desconhecido",
          "nenhum",
          "nieznany",
          "brak",
          "0000",
          "0.00",
          "00:00:00",
          "1900-01-01",
          "1970-01-01",
          "9999-12-31");

  private final List<WordList> lists;

  /** Exempt values with the name under which they are counted. */
  private record WordList(String name, Set<String> values) {}

  private CommonValues(List<WordList> lists) {
    this.lists = List.copyOf(lists);
  }

  /** Returns the short values and the placeholders. */
  public static CommonValues standard() {
    return new CommonValues(List.of(new WordList("placeholders", PLACEHOLDERS)));
  }

  /**
   * Returns a copy that exempts a public list too.
   *
   * @param name as it appears in attestations, for example {@code given names (de)}
   */
  public CommonValues and(String name, Collection<String> words) {
    Set<String> values = new TreeSet<>();
    words.forEach(word -> values.add(normalized(word)));
    List<WordList> more = new ArrayList<>(lists);
    more.add(new WordList(name, Set.copyOf(values)));
    return new CommonValues(more);
  }

  /** Returns the name of the exemption that the value falls under. */
  public Optional<String> exemptionOf(String value) {
    String normalized = normalized(value);
    if (normalized.length() <= SHORT_CHARACTERS) {
      return Optional.of(SHORT);
    }
    return lists.stream()
        .filter(list -> list.values().contains(normalized))
        .map(WordList::name)
        .findFirst();
  }

  private static String normalized(String value) {
    return value.strip().toLowerCase(Locale.ROOT);
  }
}
