package dev.goldenrod.masking.transform.nested;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path into JSON: {@code $.name}, {@code $['a key']}, {@code $.orders[*].id}, {@code $.*}, and
 * {@code $..email} for a key at any depth.
 *
 * @param steps the steps from the root
 */
record JsonPath(List<Step> steps) {
  private static final Pattern STEP =
      Pattern.compile(
          "(?<deep>\\.\\.)?(?:(?<=\\.)(?<deepName>[^.\\[\\]]+)|\\.(?<name>[^.\\[\\]]+)"
              + "|\\['(?<quoted>[^']+)']|\\[(?<index>\\d+|\\*)])");
  private static final String ANY = "*";

  /**
   * A step of a path.
   *
   * @param isDeep whether any number of other steps may be before it
   * @param isIndex whether it is into an array
   * @param name the key or the index; {@code *} for any
   * @param isAny whether any key or index fits
   */
  record Step(boolean isDeep, boolean isIndex, String name, boolean isAny) {
    boolean fits(String key, boolean ofArray) {
      return isIndex == ofArray && (isAny || name.equals(key));
    }

    /** Returns whether the step names this key itself. */
    boolean names(String key) {
      return !isIndex && !isAny && name.equals(key);
    }
  }

  /**
   * Parses a path.
   *
   * @throws IllegalArgumentException if it is none
   */
  static JsonPath parse(String text) {
    List<Step> steps = new ArrayList<>();
    Matcher step = STEP.matcher(text);
    int at = 1;
    while (text.startsWith("$") && at < text.length() && step.find(at) && step.start() == at) {
      steps.add(step(step));
      at = step.end();
    }
    if (!text.startsWith("$") || at < text.length()) {
      throw new IllegalArgumentException(
          "'%s' is no path: write for example $.name, $.orders[*].id, $..email or $['a key']"
              .formatted(text));
    }
    return new JsonPath(List.copyOf(steps));
  }

  private static Step step(Matcher found) {
    boolean isDeep = found.group("deep") != null;
    if (found.group("index") != null) {
      String index = found.group("index");
      return new Step(isDeep, true, index, index.equals(ANY));
    }
    if (found.group("quoted") != null) {
      return new Step(isDeep, false, found.group("quoted"), false);
    }
    String name = found.group("name") != null ? found.group("name") : found.group("deepName");
    return new Step(isDeep, false, name, name.equals(ANY));
  }
}
