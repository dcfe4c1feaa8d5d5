package dev.goldenrod.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import org.slf4j.LoggerFactory;

/** What the person at the terminal sees besides a command's own words. */
public final class Terminal {
  private Terminal() {}

  /** Whether standard output is a terminal; the launching script knows. */
  public static boolean isOutput() {
    return Boolean.getBoolean("goldenrod.terminal");
  }

  /** Leaves only warnings in the log, for commands that tell a story of their own. */
  public static void quietLogs() {
    if (LoggerFactory.getLogger("dev.goldenrod") instanceof Logger logger) {
      logger.setLevel(Level.WARN);
    }
  }
}
