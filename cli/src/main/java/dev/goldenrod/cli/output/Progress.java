package dev.goldenrod.cli.output;

import dev.goldenrod.cli.terminal.Terminal;
import java.io.PrintStream;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What happens meanwhile, on standard error: one line that is drawn over on a terminal, a line for
 * each new thing elsewhere. Closing it leaves the terminal clean, and so does Ctrl-C, which also
 * says what becomes of the work. Thread-safe.
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
  private @Nullable Measure first;
  private long firstAt;
  private boolean isOver;

  /**
   * Says it there.
   *
   * @param isQuiet whether it says nothing of what happens meanwhile
   * @param farewell what is said when the command is interrupted; empty for nothing
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

  /** Says what it is at now; the same as before is said once. */
  public void say(String event) {
    say(event, null);
  }

  /** Says what it is at now, and how much of it is done. */
  public synchronized void say(String event, @Nullable Measure measure) {
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

  private void redraw(String event, @Nullable Measure measure) {
    String bar = measure == null ? "" : " " + measure.bar(first, since(firstAt));
    String line = "%s%s (%s)".formatted(event, bar, Texts.coarse(since(start)));
    said = Texts.oneLine(line);
    // A line that wraps could not be drawn over.
    err.print(CLEAR + said.substring(0, Math.min(said.length(), width - 1)));
    err.flush();
  }

  /** A line for each tenth of it. */
  private void sayOnce(String event, @Nullable Measure measure) {
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
      // Then it says so.
      isOver = false;
      said = "";
    }
  }
}
