package dev.goldenrod.dataplane.local.work;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Schedules the retries of a database, and determines when to restart a server that exited. At most
 * one retry is scheduled at a time. Thread-safe.
 */
public final class Retries {
  private static final Duration FAILED_PAUSE = Duration.ofMinutes(1);
  private static final Duration FIRST_BLOCKED_PAUSE = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 4;

  private static final int QUICK_RESTARTS = 5;
  private static final Duration FIRST_RESTART_PAUSE = Duration.ofMillis(200);
  private static final Duration LONG_RESTART_PAUSE = Duration.ofSeconds(30);
  private static final Duration LONGEST_RESTART_PAUSE = Duration.ofSeconds(60);
  private static final Duration LONG_ENOUGH_UP = Duration.ofSeconds(10);

  private final BiFunction<Duration, Runnable, Future<?>> timer;
  private final Runnable turn;
  private int failures;
  private long upSince;
  private int blocks;
  private @Nullable Future<?> planned;

  public Retries(BiFunction<Duration, Runnable, Future<?>> timer, Runnable turn) {
    this.timer = timer;
    this.turn = turn;
  }

  public synchronized void reset() {
    failures = 0;
    blocks = 0;
  }

  public synchronized void up() {
    upSince = System.nanoTime();
    blocks = 0;
  }

  /** Records that a running server exited; a long enough uptime clears earlier failures. */
  public synchronized void down() {
    if (System.nanoTime() - upSince >= LONG_ENOUGH_UP.toNanos()) {
      failures = 0;
    }
    failures++;
  }

  public synchronized void failed() {
    failures++;
  }

  /** Returns whether failures in a row show that quick restarts do not help. */
  public synchronized boolean isHopeless() {
    return failures > QUICK_RESTARTS;
  }

  public synchronized void planRestart() {
    plan(restartPause());
  }

  /** Returns the delay before the next start. Never gives up, since the cause may go away. */
  synchronized Duration restartPause() {
    if (isHopeless()) {
      return failures == QUICK_RESTARTS + 1 ? LONG_RESTART_PAUSE : LONGEST_RESTART_PAUSE;
    }
    return failures <= 1 ? Duration.ZERO : FIRST_RESTART_PAUSE.multipliedBy(1L << (failures - 2));
  }

  /** Schedules a retry, with growing delays, of a problem that may resolve itself. */
  public synchronized void planUnblocking() {
    plan(FIRST_BLOCKED_PAUSE.multipliedBy(1L << Math.min(blocks, MOST_DOUBLINGS)));
    blocks++;
  }

  /** Schedules an infrequent retry of a problem that needs intervention. */
  public synchronized void planRepair() {
    plan(FAILED_PAUSE);
  }

  private void plan(Duration pause) {
    cancel();
    planned = timer.apply(pause, turn);
  }

  public synchronized void cancel() {
    if (planned != null) {
      planned.cancel(false);
    }
  }
}
