package dev.goldenrod.cli;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.UnmatchedArgumentException;

/** Suggestions for an unknown word, for example one that another program uses. */
final class WordSuggestions {
  /** Synonyms; which of them exists depends on the noun. */
  private static final List<List<String>> SYNONYMS =
      List.of(
          List.of("list", "ls", "all"),
          List.of("show", "get", "describe", "info", "inspect"),
          List.of("delete", "remove", "rm", "del", "destroy", "drop", "revoke"),
          List.of("create", "add", "start", "new", "make", "launch"),
          List.of("extend", "renew"),
          List.of("resize", "update", "scale"),
          List.of("database", "db"),
          List.of("golden", "template"),
          List.of("clone", "instance"),
          List.of("member", "user"),
          List.of("up", "install"),
          List.of("whoami", "me"));

  private WordSuggestions() {}

  /** Returns the known synonym of the typed word, otherwise words with a similar spelling. */
  static List<String> suggest(UnmatchedArgumentException refusal) {
    Set<String> known = refusal.getCommandLine().getSubcommands().keySet();
    String typed = refusal.getUnmatched().get(0);
    return Stream.of(typed, typed.replaceFirst("s$", ""))
        .flatMap(WordSuggestions::synonyms)
        .filter(known::contains)
        .findFirst()
        .map(List::of)
        .orElseGet(() -> similar(typed, refusal.getSuggestions()));
  }

  /** Omits words with another first letter, which is rarely mistyped, unless all have another. */
  private static List<String> similar(String typed, List<String> suggested) {
    List<String> near =
        suggested.stream().filter(word -> word.startsWith(typed.substring(0, 1))).toList();
    return near.isEmpty() ? suggested : near;
  }

  private static Stream<String> synonyms(String word) {
    return Stream.concat(
        Stream.of(word),
        SYNONYMS.stream().filter(words -> words.contains(word)).flatMap(List::stream));
  }
}
