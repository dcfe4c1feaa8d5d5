package dev.goldenrod.dataplane.local.work;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.local.process.ProcessWatch;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that work on databases, limited in number however many databases there are. */
public final class DatabaseExecutor implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseExecutor.class);
  private static final Duration CLOSING = Duration.ofSeconds(10);
  private static final Duration IDLE = Duration.ofSeconds(10);
  private static final int THREADS = 64;

  /** A server with a long recovery must not prevent others from starting. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private final ExecutorService workers = pool("database");

  /** A separate pool, since workers wait for its tasks. */
  private final ExecutorService helpers = pool("database-helper");

  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(new DaemonThreads("database-timer"));
  private final ProcessWatch watch = new ProcessWatch(scheduler);
  private final Semaphore starts =
      new Semaphore(Math.max(4, 2 * Runtime.getRuntime().availableProcessors()));

  public Executor workers() {
    return workers;
  }

  public ProcessWatch watch() {
    return watch;
  }

  public Future<?> submit(Runnable task) {
    try {
      return helpers.submit(task);
    } catch (RejectedExecutionException e) {
      throw new DataPlaneException("the data plane is closed; open it again", e);
    }
  }

  public void await(Future<?> task) {
    try {
      task.get();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (ExecutionException e) {
      throw new DataPlaneException(String.valueOf(e.getCause().getMessage()), e.getCause());
    }
  }

  /** Starts a server. The number of parallel starts is limited, but none waits for long. */
  public <T> T starting(Supplier<T> work) {
    boolean mine;
    try {
      mine = starts.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    try {
      return work.get();
    } finally {
      if (mine) {
        starts.release();
      }
    }
  }

  /** Runs the task after a delay, unless it is cancelled or the executor is closed before. */
  public Future<?> later(Duration pause, Runnable task) {
    try {
      return scheduler.schedule(safe(task), pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.completedFuture(null);
    }
  }

  public void every(Duration pause, Runnable task) {
    scheduler.scheduleWithFixedDelay(
        safe(task), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Returns whether {@link #close} has begun, which is true before it interrupts any task. */
  public boolean isClosed() {
    return scheduler.isShutdown();
  }

  @Override
  public void close() {
    scheduler.shutdownNow();
    workers.shutdownNow();
    helpers.shutdownNow();
    try {
      workers.awaitTermination(CLOSING.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Logs exceptions, so that they do not end the timer or the task's later runs. */
  private Runnable safe(Runnable task) {
    return () -> {
      try {
        task.run();
      } catch (Throwable e) {
        tell(e);
      }
    };
  }

  private void tell(Throwable failure) {
    if (isClosed()) {
      LOG.debug("Interrupted a timed task: the executor is closed", failure);
    } else {
      LOG.error("A timed task failed, its schedule continues", failure);
    }
  }

  private static DataPlaneException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new DataPlaneException("interrupted while working on a database", cause);
  }

  private static ExecutorService pool(String name) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DaemonThreads(name));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}
