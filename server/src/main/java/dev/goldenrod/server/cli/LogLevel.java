package dev.goldenrod.server.cli;

import dev.goldenrod.server.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks the level that logback.xml takes from the environment, which takes any word for one. */
final class LogLevel {
  private static final String VARIABLE = "GOLDENROD_LOG_LEVEL";
  private static final List<String> LEVELS = List.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE");

  private LogLevel() {}

  /**
   * Checks that the variable, if it is set, is a level.
   *
   * @throws UsageException when it is none
   */
  static void validate(Map<String, String> environment) {
    String level = environment.getOrDefault(VARIABLE, "");
    if (!level.isEmpty() && !LEVELS.contains(level.toUpperCase(Locale.ROOT))) {
      throw new UsageException(
          "%s is '%s'; it must be one of %s".formatted(VARIABLE, level, String.join(", ", LEVELS)));
    }
  }
}
