package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Hashes passwords on a few threads of its own, half of the processors at most. Those that wait are
 * bounded in number, so that logins can hold neither every processor nor every request's thread.
 * Thread-safe.
 */
final class PasswordHasher implements AutoCloseable {
  /** One hash takes about a third of a second, so the last in the queue waits some five seconds. */
  private static final int WAITING_PER_THREAD = 16;

  private static final int MOST_WAITING = 64;
  private static final long IDLE_SECONDS = 30;
  private static final Duration TRY_AGAIN = Duration.ofSeconds(5);

  private final ThreadPoolExecutor threads;

  PasswordHasher() {
    this(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
  }

  /**
   * A hasher that hashes so many passwords at once.
   *
   * @param atOnce at least 1
   */
  PasswordHasher(int atOnce) {
    int waiting = Math.min(MOST_WAITING, atOnce * WAITING_PER_THREAD);
    threads =
        new ThreadPoolExecutor(
            atOnce,
            atOnce,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(waiting),
            new DaemonThreads("passwords"));
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * The salted hash to store.
   *
   * @throws ControlPlaneException when too many wait already
   */
  String hash(String password) {
    return await(() -> PasswordHash.of(password));
  }

  /**
   * Whether the password is the hash's. Takes the same time for any password, and for no hash.
   *
   * @param stored null when there is no such member or no password
   * @throws ControlPlaneException when too many wait already
   */
  boolean matches(String password, @Nullable String stored) {
    return await(() -> PasswordHash.matches(password, stored));
  }

  private <T> T await(Callable<T> hashing) {
    Future<T> result;
    try {
      result = threads.submit(hashing);
    } catch (RejectedExecutionException full) {
      throw ControlPlaneException.tooManyAttempts(TRY_AGAIN);
    }
    try {
      return result.get();
    } catch (InterruptedException interrupted) {
      result.cancel(false);
      Thread.currentThread().interrupt();
      throw ControlPlaneException.tooManyAttempts(TRY_AGAIN);
    } catch (ExecutionException broken) {
      throw new IllegalStateException("a password could not be hashed", broken.getCause());
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
