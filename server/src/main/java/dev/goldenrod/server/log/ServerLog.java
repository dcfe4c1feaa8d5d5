package dev.goldenrod.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** Changes format and levels of this process's log, as logback.xml configured it. Thread-safe. */
public final class ServerLog {
  private static final String APPENDER = "stderr";
  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(5);

  /** Levels before the last {@link #setLevels}; null for loggers that inherited theirs. */
  private static final Map<String, Level> PREVIOUS_LEVELS = new HashMap<>();

  private static boolean isWriterThreadStarted;

  private ServerLog() {}

  /** Sets the format. Logging that an embedding program configured stays unchanged. */
  public static synchronized void setFormat(LogFormat format) {
    if (format == LogFormat.JSON) {
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
  public static synchronized void setLevels(LogLevels levels) {
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
