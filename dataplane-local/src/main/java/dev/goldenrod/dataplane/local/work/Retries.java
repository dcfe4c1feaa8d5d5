package dev.goldenrod.dataplane.local.work;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Schedules the retries of a database. At most one retry is scheduled at a time. Thread-safe. */
public final class Retries {
  private static final Duration FAILED_PAUSE = Duration.ofMinutes(1);
  private static final Duration FIRST_BLOCKED_PAUSE = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 4;

  private final BiFunction<Duration, Runnable, Future<?>> timer;
  private final Runnable turn;
  private final RestartPolicy restarts = new RestartPolicy();
  private int blocks;
  private @Nullable Future<?> planned;

  public Retries(BiFunction<Duration, Runnable, Future<?>> timer, Runnable turn) {
    this.timer = timer;
    this.turn = turn;
  }

  public synchronized void reset() {
    restarts.reset();
    blocks = 0;
  }

  public synchronized void up() {
    restarts.up();
    blocks = 0;
  }

  public synchronized void down() {
    restarts.down();
  }

  public synchronized void failed() {
    restarts.failed();
  }

  public synchronized boolean isHopeless() {
    return restarts.isHopeless();
  }

  public synchronized void planRestart() {
    plan(restarts.pause());
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
