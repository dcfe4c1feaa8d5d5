package dev.goldenrod.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.OutputStreamAppender;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.LoggerFactory;

/** The log of this process, as logback.xml begins it. Thread-safe. */
public final class ServerLog {
  private static final String APPENDER = "stderr";

  /** What loggers had before they were given levels; null for what their parents have. */
  private static final Map<String, Level> BEFORE = new HashMap<>();

  private ServerLog() {}

  /** Has events written like that from now on; a program's own logging stays as it is. */
  public static synchronized void write(LogFormat format) {
    if (format == LogFormat.JSON
        && LoggerFactory.getILoggerFactory() instanceof LoggerContext context
        && context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender(APPENDER)
            instanceof OutputStreamAppender<ILoggingEvent> appender) {
      JsonLines lines = new JsonLines();
      lines.setContext(context);
      lines.start();
      appender.setEncoder(lines);
    }
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
