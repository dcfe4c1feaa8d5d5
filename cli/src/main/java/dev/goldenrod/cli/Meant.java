package dev.goldenrod.cli;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.UnmatchedArgumentException;

/** Suggestions for an unknown word, for example one that another program uses. */
final class Meant {
  /** Synonyms; which of them exists depends on the noun. */
  private static final List<List<String>> SAME =
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

  private Meant() {}

  /** Returns the known synonym of the typed word, otherwise words with a similar spelling. */
  static List<String> by(UnmatchedArgumentException refusal) {
    Set<String> known = refusal.getCommandLine().getSubcommands().keySet();
    String typed = refusal.getUnmatched().get(0);
    return Stream.of(typed, typed.replaceFirst("s$", ""))
        .flatMap(Meant::same)
        .filter(known::contains)
        .findFirst()
        .map(List::of)
        .orElseGet(refusal::getSuggestions);
  }

  private static Stream<String> same(String word) {
    return Stream.concat(
        Stream.of(word), SAME.stream().filter(words -> words.contains(word)).flatMap(List::stream));
  }
}
