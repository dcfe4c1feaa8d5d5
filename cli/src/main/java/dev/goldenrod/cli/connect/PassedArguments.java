package dev.goldenrod.cli.connect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * The arguments of a command before and after {@code --}.
 *
 * @param name the only argument before it; null if there is none
 * @param behind the arguments for another program, unchanged
 */
public record PassedArguments(@Nullable String name, List<String> behind) {
  /** Splits the arguments; throws {@link ParameterException} if several precede {@code --}. */
  public static PassedArguments of(CommandSpec spec, @Nullable List<String> words) {
    List<String> typed = spec.commandLine().getParseResult().originalArgs();
    int end = typed.indexOf("--");
    List<String> behind = end < 0 ? List.of() : typed.subList(end + 1, typed.size());
    List<String> all = words == null ? List.of() : words;
    List<String> before = all.subList(0, all.size() - behind.size());
    if (before.size() > 1) {
      throw new ParameterException(
          spec.commandLine(),
          "unexpected argument '%s'; arguments for the other program follow --"
              .formatted(before.get(1)));
    }
    return new PassedArguments(before.isEmpty() ? null : before.get(0), List.copyOf(behind));
  }
}
