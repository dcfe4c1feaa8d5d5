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
 * Writes to standard error, after {@link #startWriterThread} in its own thread, so that a slow
 * reader blocks no other thread. If the queue is full, events are dropped and counted, and a later
 * line reports their number; Logback's asynchronous appender does not count them. Thread-safe.
 */
public final class NonBlockingAppender extends ConsoleAppender<ILoggingEvent> {
  /** Queue capacity in events: about a minute of a busy server's log. */
  static final int CAPACITY = 8192;

  private static final Duration REPORT_INTERVAL = Duration.ofSeconds(10);

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
  private volatile boolean usesWriterThread;

  /** Number of dropped events already reported; accessed by the writer thread only. */
  private long reportedDrops;

  private long reportedAt = System.nanoTime();

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "log");
    thread.setDaemon(true);
    return thread;
  }

  void startWriterThread() {
    usesWriterThread = true;
  }

  /**
   * Flushes the queue, and then writes in the caller's thread again. If standard error is not read
   * in time, the queued events are abandoned and later ones are still queued.
   */
  void flushQueue(Duration atMost) {
    long begun = System.nanoTime();
    FutureTask<Void> end = new FutureTask<>(this::reportDropped, null);
    writer.prestartCoreThread();
    try {
      if (queue.offer(end, atMost.toNanos(), TimeUnit.NANOSECONDS)) {
        end.get(atMost.toNanos() - (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
        usesWriterThread = false;
      }
    } catch (TimeoutException | ExecutionException e) {
      addWarn("standard error is not read; log lines are lost", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  long dropped() {
    return dropped.get();
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (!usesWriterThread) {
      super.append(event);
      return;
    }
    event.prepareForDeferredProcessing();
    writer.execute(() -> write(event));
  }

  private void write(ILoggingEvent event) {
    super.append(event);
    if (queue.isEmpty() || System.nanoTime() - reportedAt >= REPORT_INTERVAL.toNanos()) {
      reportDropped();
    }
  }

  private void reportDropped() {
    long count = dropped.get() - reportedDrops;
    if (count > 0) {
      reportedDrops += count;
      reportedAt = System.nanoTime();
      super.append(dropReport(count));
    }
  }

  private ILoggingEvent dropReport(long count) {
    LoggerContext context = (LoggerContext) getContext();
    Logger logger = context.getLogger(NonBlockingAppender.class);
    String message =
        "dropped {} log lines before this one: standard error is read more slowly than they are"
            + " written";
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
