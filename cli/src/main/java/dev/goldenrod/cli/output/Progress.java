package dev.goldenrod.cli.output;

import dev.goldenrod.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Progress on standard error: on a terminal one redrawn line, otherwise a new line for each change.
 * Ctrl-C clears the line and prints what happens to the unfinished work. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  private static final String CLEAR = "\r\u001b[K";
  private static final int USUAL_WIDTH = 80;

  private final PrintStream err;
  private final boolean canRedraw;
  private final boolean isQuiet;
  private final int width;
  private final Thread farewell;
  private final long start = System.nanoTime();
  private String event = "";
  private String said = "";
  private @Nullable StepProgress first;
  private long firstAt;
  private boolean isOver;

  /**
   * @param farewell message to print if the command is interrupted; empty for none
   */
  public Progress(Terminal terminal, boolean isQuiet, String farewell) {
    this.err = terminal.err();
    this.canRedraw = terminal.canRedraw();
    this.isQuiet = isQuiet;
    this.width = width(terminal.variable("COLUMNS"));
    this.farewell = new Thread(() -> interrupt(farewell), "farewell");
    Runtime.getRuntime().addShutdownHook(this.farewell);
  }

  private static int width(String columns) {
    return columns.matches("[1-9]\\d{1,3}") ? Integer.parseInt(columns) : USUAL_WIDTH;
  }

  public void say(String event) {
    say(event, null);
  }

  public synchronized void say(String event, @Nullable StepProgress measure) {
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

  private void redraw(String event, @Nullable StepProgress measure) {
    String bar = measure == null ? "" : " " + measure.bar(first, since(firstAt));
    String line = "%s%s (%s)".formatted(event, bar, Texts.coarse(since(start)));
    said = Texts.oneLine(line);
    // A line that wraps could not be redrawn.
    err.print(CLEAR + said.substring(0, Math.min(said.length(), width - 1)));
    err.flush();
  }

  /** Prints a line for each new step and for each tenth of it. */
  private void sayOnce(String event, @Nullable StepProgress measure) {
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
}
