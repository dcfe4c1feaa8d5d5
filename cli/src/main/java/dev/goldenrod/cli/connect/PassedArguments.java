package dev.goldenrod.cli.connect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * What was typed before and behind {@code --}.
 *
 * @param name the one word before it; null when there was none
 * @param behind what another program is to get, as it was typed
 */
public record PassedArguments(@Nullable String name, List<String> behind) {
  /**
   * Of the command that was typed.
   *
   * @param words all its words that are no options
   * @throws ParameterException when there is more than one word before {@code --}
   */
  public static PassedArguments of(CommandSpec spec, @Nullable List<String> words) {
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    int end = typed.indexOf("--");
    List<String> behind = end < 0 ? List.of() : typed.subList(end + 1, typed.size());
    List<String> all = words == null ? List.of() : words;
    List<String> before = all.subList(0, all.size() - behind.size());
    if (before.size() > 1) {
      throw new ParameterException(
          spec.commandLine(),
          "'%s' is one word too many; what another program gets stands behind --"
              .formatted(before.get(1)));
    }
    return new PassedArguments(before.isEmpty() ? null : before.get(0), List.copyOf(behind));
  }
}
