package dev.goldenrod.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes events to standard error, from {@link #handOver} on in a thread of its own: a slow reader
 * of a pipe then holds up no other thread. Events that its queue has no room for are dropped and
 * counted, and a later line tells their number; Logback's own asynchronous appender drops them
 * uncounted. Thread-safe.
 */
public final class NonBlockingAppender extends ConsoleAppender<ILoggingEvent> {
  /** Events; a minute of what a busy server logs. */
  static final int CAPACITY = 8192;

  private static final Duration BETWEEN_NOTES = Duration.ofSeconds(10);

  private final AtomicLong dropped = new AtomicLong();
  private final ArrayBlockingQueue<Runnable> queue = new ArrayBlockingQueue<>(CAPACITY);
  private final ThreadPoolExecutor writer =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          queue,
          NonBlockingAppender::daemon,
          (event, executor) -> dropped.incrementAndGet());
  private volatile boolean isHandingOver;

  /** Of the writer's thread alone. */
  private long told;

  private long toldAt = System.nanoTime();

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "log");
    thread.setDaemon(true);
    return thread;
  }

  /** Writes from now on in a thread of its own. */
  void handOver() {
    isHandingOver = true;
  }

  /**
   * Writes what waits, and from then on in the caller's thread again. Where the reader takes
   * nothing all the while, what waits is left, and later events are still handed over.
   */
  void finish(Duration atMost) {
    long begun = System.nanoTime();
    FutureTask<Void> end = new FutureTask<>(this::tellDropped, null);
    writer.prestartCoreThread();
    try {
      if (queue.offer(end, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        end.get(atMost.toNanos() - (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
        isHandingOver = false;
      }
    } catch (TimeoutException | ExecutionException e) {
      addWarn("standard error is not read; lines of the log are lost", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many events were dropped since the process began. */
  long dropped() {
    return dropped.get();
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (!isHandingOver) {
      super.append(event);
      return;
    }
    event.prepareForDeferredProcessing();
    writer.execute(() -> write(event));
  }

  private void write(ILoggingEvent event) {
    super.append(event);
    if (queue.isEmpty() || System.nanoTime() - toldAt >= BETWEEN_NOTES.toNanos()) {
      tellDropped();
    }
  }

  private void tellDropped() {
    long count = dropped.get() - told;
    if (count > 0) {
      told += count;
      toldAt = System.nanoTime();
      super.append(note(count));
    }
  }

  private ILoggingEvent note(long count) {
    LoggerContext context = (LoggerContext) getContext();
    Logger logger = context.getLogger(NonBlockingAppender.class);
    String message =
        "dropped {} lines of the log before this one: standard error is read more slowly than they come";
    return new LoggingEvent(
        NonBlockingAppender.class.getName(),
        logger,
        Level.WARN,
        message,
        null,
        new Object[] {count});
  }

  @Override
  public void stop() {
    writer.shutdown();
    super.stop();
  }
}
