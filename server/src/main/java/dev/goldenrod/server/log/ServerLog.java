package dev.goldenrod.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.LoggerFactory;

/** Changes format and levels of this process's log, as logback.xml configured it. Thread-safe. */
public final class ServerLog {
  private static final String APPENDER = "stderr";
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

  /** Levels before the last {@link #setLevels}; null for loggers that inherited theirs. */
  private static final Map<String, Level> PREVIOUS_LEVELS = new HashMap<>();

  private static boolean isWriterThreadStarted;

  private ServerLog() {}

  /** Formats of log lines. */
  public enum Format {
    /** Text for people; the stack trace of an exception follows on separate lines. */
    TEXT,
    /** Writes each log event as one line with a JSON object, for log collectors. */
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Levels of loggers. Immutable.
   *
   * @param byLogger the lowest level that is logged, by logger name
   */
  public record Levels(Map<String, Level> byLogger) {
    private static final String OWN = "dev.goldenrod";
    private static final List<String> WORDS = List.of("ERROR", "WARN", "INFO", "DEBUG", "TRACE");

    public Levels {
      byLogger = Map.copyOf(byLogger);
    }

    /**
     * Parses levels, each for Goldenrod's own loggers or in the form LOGGER=LEVEL.
     *
     * @throws IllegalArgumentException if a level is invalid; the message begins with its value
     */
    public static Levels parse(List<String> given) {
      Map<String, Level> levels = new TreeMap<>(Map.of(OWN, Level.INFO));
      for (String one : given) {
        int equals = one.indexOf('=');
        String logger = equals < 0 ? OWN : one.substring(0, equals).strip();
        levels.put(logger, level(one, one.substring(equals + 1).strip()));
      }
      return new Levels(levels);
    }

    private static Level level(String given, String word) {
      if (given.startsWith("=") || !WORDS.contains(word.toUpperCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "'%s'; it must be one of %s, or LOGGER=LEVEL"
                .formatted(given, String.join(", ", WORDS)));
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

  /** Sets the format. Logging that an embedding program configured stays unchanged. */
  public static synchronized void setFormat(Format format) {
    if (format == Format.JSON) {
      appender()
          .ifPresent(
              appender -> {
                JsonLines lines = new JsonLines();
                lines.setContext(appender.getContext());
                lines.start();
                appender.setEncoder(lines);
              });
    }
  }

  /**
   * Starts to write events in a separate thread, so that a slow reader of standard error blocks no
   * request. The rest is written when the process ends.
   */
  public static synchronized void startWriterThread() {
    if (isWriterThreadStarted) {
      return;
    }
    isWriterThreadStarted = true;
    appender()
        .ifPresent(
            appender -> {
              appender.startWriterThread();
              Runtime.getRuntime()
                  .addShutdownHook(new Thread(() -> appender.flushQueue(FLUSH_TIMEOUT), "log end"));
            });
  }

  public static long dropped() {
    return appender().map(NonBlockingAppender::dropped).orElse(0L);
  }

  private static Optional<NonBlockingAppender> appender() {
    return LoggerFactory.getILoggerFactory() instanceof LoggerContext context
            && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
                instanceof NonBlockingAppender appender
        ? Optional.of(appender)
        : Optional.empty();
  }

  /** Sets the levels, and restores those that an earlier call changed. */
  public static synchronized void setLevels(Levels levels) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      return;
    }
    PREVIOUS_LEVELS.forEach((name, level) -> context.getLogger(name).setLevel(level));
    PREVIOUS_LEVELS.clear();
    levels
        .byLogger()
        .forEach(
            (name, level) -> {
              Logger logger = context.getLogger(name);
              PREVIOUS_LEVELS.put(name, logger.getLevel());
              logger.setLevel(level);
            });
  }
}
