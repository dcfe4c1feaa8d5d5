package dev.goldenrod.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/** The log of this process, as logback.xml begins it. Thread-safe. */
public final class ServerLog {
  private static final String APPENDER = "stderr";
  private static final Duration LONGEST_FINISH = Duration.ofSeconds(5);

  /** What loggers had before they were given levels; null for what their parents have. */
  private static final Map<String, Level> BEFORE = new HashMap<>();

  private static boolean isHandedOver;

  private ServerLog() {}

  /** Has events written like that from now on; a program's own logging stays as it is. */
  public static synchronized void write(LogFormat format) {
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
   * Has events written by a thread of their own from now on, so that a slow reader of standard
   * error holds no request up. When the process ends, the rest is written.
   */
  public static synchronized void handOver() {
    if (isHandedOver) {
      return;
    }
    isHandedOver = true;
    appender()
        .ifPresent(
            appender -> {
              appender.handOver();
              Runtime.getRuntime()
                  .addShutdownHook(new Thread(() -> appender.finish(LONGEST_FINISH), "log end"));
            });
  }

  /** How many lines were dropped so far because standard error was not read fast enough. */
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

  /** Gives loggers those levels, and those that an earlier call gave one their former one. */
  public static synchronized void give(LogLevels levels) {
    if (!(LoggerFactory.getILoggerFactory() instanceof LoggerContext context)) {
      return;
    }
    BEFORE.forEach((name, level) -> context.getLogger(name).setLevel(level));
    BEFORE.clear();
    levels
        .byLogger()
        .forEach(
            (name, level) -> {
              Logger logger = context.getLogger(name);
              BEFORE.put(name, logger.getLevel());
              logger.setLevel(level);
            });
  }
}
