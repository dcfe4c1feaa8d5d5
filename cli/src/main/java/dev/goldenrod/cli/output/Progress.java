package dev.goldenrod.cli.output;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Progress on standard error: on a terminal one redrawn line, otherwise a new line for each change.
 * Ctrl-C clears the line and prints what happens to the unfinished work. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  private static final String CLEAR = "\r\u001b[K";

  /** Without automatic wrapping the terminal cuts a line at its width, whatever that is by now. */
  private static final String WRAP_OFF = "\u001b[?7l";

  private static final String WRAP_ON = "\u001b[?7h";

  private final PrintStream err;
  private final boolean canRedraw;
  private final boolean isQuiet;
  private final Thread farewell;
  private final long start = System.nanoTime();
  private String event = "";
  private String said = "";
  private @Nullable Step first;
  private long firstAt;
  private boolean isOver;

  /**
   * @param farewell message to print if the command is interrupted; empty for none
   */
  public Progress(Terminal terminal, boolean isQuiet, String farewell) {
    this.err = terminal.err();
    this.canRedraw = terminal.canRedraw();
    this.isQuiet = isQuiet;
    this.farewell = new Thread(() -> interrupt(farewell), "farewell");
    Runtime.getRuntime().addShutdownHook(this.farewell);
  }

  public void say(String event) {
    say(event, null);
  }

  public synchronized void say(String event, @Nullable Step measure) {
    if (isQuiet || isOver) {
      return;
    }
    if (!event.equals(this.event) || first == null) {
      this.event = event;
      first = measure;
      firstAt = System.nanoTime();
    }
    if (canRedraw) {
      redraw(event, measure);
    } else {
      sayOnce(event, measure);
    }
  }

  private void redraw(String event, @Nullable Step measure) {
    String bar = measure == null ? "" : " " + measure.bar(first, since(firstAt));
    String line = "%s%s (%s)".formatted(event, bar, Texts.coarse(since(start)));
    said = Texts.oneLine(line);
    // A line that wraps could not be redrawn.
    err.print(WRAP_OFF + CLEAR + said + WRAP_ON);
    err.flush();
  }

  /** Prints a line for each new step and for each tenth of it. */
  private void sayOnce(String event, @Nullable Step measure) {
    int tenth = measure == null ? -1 : measure.percent() / 10 * 10;
    String line = Texts.oneLine(tenth > 0 ? "%s %d%%".formatted(event, tenth) : event);
    if (!line.equals(said)) {
      said = line;
      err.println(line);
    }
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }

  private synchronized void interrupt(String message) {
    clear();
    isOver = true;
    if (!message.isEmpty()) {
      err.println(Texts.oneLine(message));
    }
    err.flush();
  }

  private void clear() {
    if (canRedraw && !said.isEmpty()) {
      err.print(CLEAR);
      err.flush();
    }
  }

  @Override
  public synchronized void close() {
    if (isOver) {
      return;
    }
    clear();
    isOver = true;
    try {
      Runtime.getRuntime().removeShutdownHook(farewell);
    } catch (IllegalStateException interrupted) {
      // The JVM is shutting down, so the shutdown hook still has to print its message.
      isOver = false;
      said = "";
    }
  }

  /**
   * The progress of one step of work.
   *
   * @param total 0 if unknown
   * @param unit what is counted, as in {@code tables}; {@code bytes} are formatted as sizes
   */
  public record Step(long done, long total, String unit) {
    private static final int CELLS = 20;
    private static final int SOONEST_RATE_MILLIS = 1000;

    /** Reads the API's object {@code progress}; returns null if there is none. */
    public static @Nullable Step of(JsonNode progress) {
      return progress.isObject()
          ? new Step(
              progress.path("done").asLong(),
              progress.path("total").asLong(),
              progress.path("unit").asText())
          : null;
    }

    /** Returns the percentage from 0 to 100, or -1 if the total is unknown. */
    int percent() {
      return total <= 0 ? -1 : (int) (100 * Math.min(1, Math.max(0, done) / (double) total));
    }

    /**
     * Returns a progress bar with figures, rate and estimated time left.
     *
     * @param since the progress at the start of the time span
     */
    String bar(Step since, Duration time) {
      double rate =
          time.toMillis() < SOONEST_RATE_MILLIS
              ? 0
              : (done - since.done) * 1000.0 / time.toMillis();
      StringBuilder bar = new StringBuilder();
      if (percent() >= 0) {
        int full = percent() * CELLS / 100;
        bar.append('[').append("#".repeat(full)).append("-".repeat(CELLS - full)).append("] ");
        bar.append(percent()).append("% ");
      }
      bar.append(figures());
      if (rate > 0) {
        bar.append(", ").append(rate(rate)).append("/s");
        if (total > done) {
          bar.append(", ").append(Texts.coarse(Duration.ofSeconds((long) ((total - done) / rate))));
          bar.append(" left");
        }
      }
      return bar.toString();
    }

    private String figures() {
      if (isBytes()) {
        return total > 0 ? Texts.bytes(done) + " of " + Texts.bytes(total) : Texts.bytes(done);
      }
      return total > 0 ? "%d/%d %s".formatted(done, total, unit) : "%d %s".formatted(done, unit);
    }

    private String rate(double rate) {
      return isBytes() ? Texts.bytes((long) rate) : String.format(Locale.ROOT, "%.1f", rate);
    }

    private boolean isBytes() {
      return unit.equals("bytes");
    }
  }
}
