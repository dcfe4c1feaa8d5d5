package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.ShellWord;
import java.util.Map;
import java.util.stream.Collectors;

/** Quotes values for shells, libpq and MySQL's option files. */
final class Quoting {
  private Quoting() {}

  static String shell(String text) {
    return ShellWord.of(text);
  }

  /** Returns export commands for a shell, as in {@code eval "$(…)"}. */
  static String exports(Map<String, String> variables) {
    return variables.entrySet().stream()
        .map(it -> "export %s='%s'".formatted(it.getKey(), it.getValue().replace("'", "'\\''")))
        .collect(Collectors.joining("\n"));
  }

  static String libpq(String value) {
    return value.matches("[A-Za-z0-9_.:-]+")
        ? value
        : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  static String mysql(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
