package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.terminal.ShellWord;
import java.util.Map;
import java.util.stream.Collectors;

/** Texts that a shell takes as they are, whatever stands in them. */
final class Quoting {
  private Quoting() {}

  /** One word of a shell's line. */
  static String shell(String text) {
    return ShellWord.of(text);
  }

  /** Lines that set the variables in a shell, as in {@code eval "$(…)"}. */
  static String exports(Map<String, String> variables) {
    return variables.entrySet().stream()
        .map(it -> "export %s='%s'".formatted(it.getKey(), it.getValue().replace("'", "'\\''")))
        .collect(Collectors.joining("\n"));
  }

  /** One value in libpq's {@code host=… port=…}. */
  static String libpq(String value) {
    return value.matches("[A-Za-z0-9_.:-]+")
        ? value
        : "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }

  /** One value in MySQL's option files. */
  static String mysql(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }
}
