package dev.goldenrod.cli;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine.UnmatchedArgumentException;

/** What somebody may have meant who typed a word of another program's. */
final class Meant {
  /** Words for the same; which of them is known depends on the noun. */
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

  /** The word that is known and means the same; where there is none, those spelled alike. */
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
