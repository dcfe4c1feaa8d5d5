package dev.goldenrod.masking.words;

import dev.goldenrod.masking.Options;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import net.datafaker.Faker;

/**
 * Names, places and words of one language, from Datafaker. Its release determines the lists, and so
 * the masks. Thread-safe.
 */
public final class WordLists {
  /** The library and release that a golden's masks come from. */
  public static final String SOURCE = "datafaker 2.7.0";

  private static final int DRAWS = 4096;
  private static final Map<String, WordLists> BY_LOCALE = new ConcurrentHashMap<>();

  private final Locale locale;
  private final Map<String, List<String>> lists = new ConcurrentHashMap<>();

  private WordLists(Locale locale) {
    this.locale = locale;
  }

  /**
   * Returns the lists of a rule's option {@code locale}, for example {@code de} or {@code pt-BR};
   * English ones without the option.
   *
   * @throws dev.goldenrod.masking.RuleException if there are none of that language
   */
  public static WordLists of(Options options) {
    String tag = options.text("locale").orElse("en").replace('_', '-');
    if (Faker.class.getResource("/" + tag + ".yml") == null) {
      throw options.wrong("locale", "a language with word lists, for example en, de or pt-BR");
    }
    return of(tag);
  }

  /** Returns the lists of a language for which Datafaker has some. */
  public static WordLists of(String tag) {
    return BY_LOCALE.computeIfAbsent(tag, known -> new WordLists(Locale.forLanguageTag(known)));
  }

  /** Returns names that people are given. */
  public List<String> givenNames() {
    return list("given", faker -> faker.name().firstName());
  }

  /** Returns names of families. */
  public List<String> familyNames() {
    return list("family", faker -> faker.name().lastName());
  }

  /** Returns names of towns and cities. */
  public List<String> cities() {
    return list("city", faker -> faker.address().city());
  }

  /** Returns names of streets without numbers of houses. */
  public List<String> streets() {
    return list("street", faker -> faker.address().streetName());
  }

  /** Returns names of companies. */
  public List<String> companies() {
    return list("company", faker -> faker.company().name());
  }

  /** Returns words of Latin. */
  public List<String> words() {
    return list("word", faker -> faker.lorem().word());
  }

  private List<String> list(String kind, Function<Faker, String> draw) {
    return lists.computeIfAbsent(kind, ignored -> draw(draw));
  }

  /** The seed is fixed: which words there are is no secret, which one stands for a value is. */
  private List<String> draw(Function<Faker, String> draw) {
    Faker faker = new Faker(locale, new Random(1));
    Set<String> drawn = new LinkedHashSet<>();
    for (int i = 0; i < DRAWS; i++) {
      drawn.add(draw.apply(faker));
    }
    return List.copyOf(drawn);
  }
}
