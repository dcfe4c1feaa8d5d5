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
 * Prints the steps of a long-running command with their durations. On a terminal a running step
 * redraws its line; otherwise each stage is a line. After {@link #stop}, methods throw {@link
 * CancellationException}.
 */
public final class ProgressPrinter {
  private static final String WIPE = "\r\033[K";

  /** Returns to the start of the line, so that a line of the log replaces the step's line. */
  private static final String START = "\r";

  private final PrintStream out;
  private final boolean terminal;
  private volatile boolean stopped;
  private int steps;
  private String title = "";
  private String stage = "";
  private long begun;

  /** The launcher passes in a system property whether standard output is a terminal. */
  public ProgressPrinter(PrintStream out) {
    this(out, Boolean.getBoolean("goldenrod.terminal"));
  }

  ProgressPrinter(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Reduces logging to warnings, for commands that print their own progress. */
  public static void quietLogs() {
    if (LoggerFactory.getLogger("dev.goldenrod") instanceof Logger logger) {
      logger.setLevel(Level.WARN);
    }
  }

  /** Makes the next step throw instead of starting. */
  public void stop() {
    stopped = true;
  }

  public <T> T step(String name, Supplier<T> work) {
    requireWanted();
    steps++;
    title = "%2d  %s".formatted(steps, name);
    stage = "";
    begun = System.nanoTime();
    if (terminal) {
      out.print(title + START);
      out.flush();
    }
    T result = work.get();
    out.printf("%s%-58s %9s%n", terminal ? WIPE : "", title, time(elapsed()));
    out.flush();
    return result;
  }

  public void step(String name, Runnable work) {
    step(
        name,
        () -> {
          work.run();
          return true;
        });
  }

  public void progress(String newStage, String detail) {
    requireWanted();
    if (terminal) {
      out.printf("%s%s: %s %s (%s)%s", WIPE, title, newStage, detail, time(elapsed()), START);
    } else if (!stage.equals(newStage)) {
      out.printf("    %s after %s%n", newStage, time(elapsed()));
    }
    stage = newStage;
    out.flush();
  }

  /** Prints an indented line below the step. */
  public void say(String line) {
    out.println("    " + line);
    out.flush();
  }

  /** Prints a line that is not part of a step. */
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

  /** Formats a duration, as in {@code 84 ms} or {@code 2.3 s}. */
  static String time(Duration time) {
    return time.toMillis() < 1000
        ? time.toMillis() + " ms"
        : String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0);
  }
}
