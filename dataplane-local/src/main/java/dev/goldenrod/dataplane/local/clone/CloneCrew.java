package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.dataplane.local.process.ProcessWatch;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The threads that work on clones. */
final class CloneCrew implements AutoCloseable {
  private static final Duration CLOSING = Duration.ofSeconds(10);

  private final ExecutorService workers = Executors.newCachedThreadPool(daemons("clone"));
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(daemons("clone-timer"));
  private final ProcessWatch watch = new ProcessWatch(scheduler);
  private final Semaphore starts =
      new Semaphore(Math.max(4, 2 * Runtime.getRuntime().availableProcessors()));

  Executor executor() {
    return workers;
  }

  ProcessWatch watch() {
    return watch;
  }

  /** Begins something that is to be done beside other work. */
  Future<?> submit(Runnable task) {
    try {
      return workers.submit(task);
    } catch (RejectedExecutionException e) {
      throw new DataPlaneException("the data plane is closed; open it again", e);
    }
  }

  /**
   * Waits for it to be done.
   *
   * @throws DataPlaneException as it did
   */
  void await(Future<?> task) {
    try {
      task.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw new DataPlaneException(String.valueOf(e.getCause().getMessage()), e.getCause());
    }
  }

  /** Does the work of starting a server, when not too many others are starting. */
  <T> T starting(Supplier<T> work) {
    try {
      starts.acquire();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    try {
      return work.get();
    } finally {
      starts.release();
    }
  }

  /** Runs it after that time, unless the crew is closed by then. It must return quickly. */
  void later(Duration pause, Runnable task) {
    try {
      scheduler.schedule(task, pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // Closed: the next server goes on from what is on the disk.
      return;
    }
  }

  boolean isClosed() {
    return workers.isShutdown();
  }

  /** Stops all work where it stands. */
  @Override
  public void close() {
    scheduler.shutdownNow();
    workers.shutdownNow();
    try {
      workers.awaitTermination(CLOSING.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static DataPlaneException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new DataPlaneException("interrupted while working on a clone", cause);
  }

  private static ThreadFactory daemons(String name) {
    AtomicInteger count = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, "goldenrod-" + name + "-" + count.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
