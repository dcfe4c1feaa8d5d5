package dev.goldenrod.server;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;

/**
 * Tells a person step by step what is done and how long it took. On a terminal a running step shows
 * its progress in its line; elsewhere each stage of it is a line of its own.
 */
public final class ProgressPrinter {
  private static final String WIPE = "\r\033[K";

  private final PrintStream out;
  private final boolean terminal;
  private volatile boolean stopped;
  private int steps;
  private String title = "";
  private String stage = "";
  private long begun;

  /** Prints there; the launching script knows whether that is a terminal. */
  public ProgressPrinter(PrintStream out) {
    this.out = out;
    this.terminal = Boolean.getBoolean("goldenrod.terminal");
  }

  /** Leaves only warnings in the log, for a command that tells a story of its own. */
  public static void quietLogs() {
    if (LoggerFactory.getLogger("dev.goldenrod") instanceof Logger logger) {
      logger.setLevel(Level.WARN);
    }
  }

  /** From now on there is nothing more to tell: the next step is not done. */
  public void stop() {
    stopped = true;
  }

  /**
   * Does one step and says how long it took.
   *
   * @throws CancellationException after a stop
   */
  public <T> T step(String name, Supplier<T> work) {
    requireWanted();
    steps++;
    title = "%2d  %s".formatted(steps, name);
    stage = "";
    begun = System.nanoTime();
    if (terminal) {
      out.print(title);
      out.flush();
    }
    T result = work.get();
    out.printf("%s%-58s %9s%n", terminal ? WIPE : "", title, time(elapsed()));
    out.flush();
    return result;
  }

  /** Does one step that has no result. */
  public void step(String name, Runnable work) {
    step(
        name,
        () -> {
          work.run();
          return true;
        });
  }

  /**
   * Says how far the running step is.
   *
   * @throws CancellationException after a stop
   */
  public void progress(String newStage, String detail) {
    requireWanted();
    if (terminal) {
      out.printf("%s%s: %s %s (%s)", WIPE, title, newStage, detail, time(elapsed()));
    } else if (!stage.equals(newStage)) {
      out.printf("    %s after %s%n", newStage, time(elapsed()));
    }
    stage = newStage;
    out.flush();
  }

  /** Adds a line to what was said. */
  public void say(String line) {
    out.println("    " + line);
    out.flush();
  }

  /** Says something that is no part of a step. */
  public void announce(String line) {
    out.println(line);
    out.flush();
  }

  private void requireWanted() {
    if (stopped) {
      throw new CancellationException("stopped");
    }
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /** The time as people read it: 84 ms, 2.3 s. */
  static String time(Duration time) {
    return time.toMillis() < 1000
        ? time.toMillis() + " ms"
        : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
