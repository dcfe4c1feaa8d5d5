package dev.goldenrod.server.log;

import ch.qos.logback.classic.Level;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Levels of loggers. Immutable.
 *
 * @param byLogger the lowest level that is logged, by logger name
 */
public record LogLevels(Map<String, Level> byLogger) {
  private static final String OWN = "dev.goldenrod";
  private static final List<String> WORDS = List.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE");

  public LogLevels {
    byLogger = Map.copyOf(byLogger);
  }

  /**
   * Parses levels, each for Goldenrod's own loggers or in the form LOGGER=LEVEL.
   *
   * @throws IllegalArgumentException if a level is invalid; the message begins with its value
   */
  public static LogLevels parse(List<String> given) {
    Map<String, Level> levels = new TreeMap<>(Map.of(OWN, Level.INFO));
    for (String one : given) {
      int equals = one.indexOf('=');
      String logger = equals < 0 ? OWN : one.substring(0, equals).strip();
      levels.put(logger, level(one, one.substring(equals + 1).strip()));
    }
    return new LogLevels(levels);
  }

  private static Level level(String given, String word) {
    if (given.startsWith("=") || !WORDS.contains(word.toUpperCase(Locale.ROOT))) {
      throw new IllegalArgumentException(
          "'%s'; it must be one of %s, or LOGGER=LEVEL".formatted(given, String.join(", ", WORDS)));
    }
    return Level.toLevel(word);
  }

  @Override
  public String toString() {
    return new TreeMap<>(byLogger)
        .entrySet().stream()
            .map(one -> (one.getKey().equals(OWN) ? "" : one.getKey() + "=") + one.getValue())
            .collect(Collectors.joining(","));
  }
}
