package dev.goldenrod.console.audit;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The console's words for the API's nouns in audit events. */
final class AuditWords {
  private static final Map<String, String> NOUNS =
      Map.of("instance", "clone", "user", "member", "invite", "invitation", "org", "organization");

  private static final Map<String, String> API_NOUNS =
      NOUNS.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

  /** The API's nouns of targets that the page offers to filter by, in the order of the pages. */
  private static final List<String> KINDS =
      List.of(
          "database",
          "snapshot",
          "golden",
          "instance",
          "pool",
          "import",
          "source",
          "cluster",
          "user",
          "invite",
          "token",
          "org");

  private AuditWords() {}

  /** Returns the kinds to filter by: the console's word of each of the API's nouns. */
  static Map<String, String> kinds() {
    Map<String, String> kinds = new LinkedHashMap<>();
    KINDS.forEach(kind -> kinds.put(kind, noun(kind)));
    return kinds;
  }

  private static String noun(String apiNoun) {
    return NOUNS.getOrDefault(apiNoun, apiNoun);
  }

  /** Returns an action in words, such as {@code clone launched} for {@code instance.launched}. */
  static String action(String action) {
    return Arrays.stream(action.split("\\."))
        .map(AuditWords::noun)
        .collect(Collectors.joining(" "));
  }

  /** Returns a part of an action as the API writes it; other texts as they are. */
  static String apiText(String text) {
    return Arrays.stream(text.split(" +"))
        .map(word -> API_NOUNS.getOrDefault(word, word))
        .collect(Collectors.joining("."));
  }
}
