package dev.goldenrod.dataplane.local.work;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * When a database is tried again that could not be brought up. One retry is planned at a time,
 * however many reasons there are for it. Thread-safe.
 */
public final class Retries {
  private static final Duration FAILED_PAUSE = Duration.ofMinutes(1);
  private static final Duration FIRST_BLOCKED_PAUSE = Duration.ofSeconds(1);
  private static final int MOST_DOUBLINGS = 4;

  private final BiFunction<Duration, Runnable, Future<?>> timer;
  private final Runnable turn;
  private final RestartPolicy restarts = new RestartPolicy();
  private int blocks;
  private @Nullable Future<?> planned;

  /**
   * Retries of that turn.
   *
   * @param timer runs something after a time
   */
  public Retries(BiFunction<Duration, Runnable, Future<?>> timer, Runnable turn) {
    this.timer = timer;
    this.turn = turn;
  }

  /** Past failures do not count any more. */
  public synchronized void reset() {
    restarts.reset();
    blocks = 0;
  }

  /** The server is up. */
  public synchronized void up() {
    restarts.up();
    blocks = 0;
  }

  /** The server that was up has ended. */
  public synchronized void down() {
    restarts.down();
  }

  /** The server did not come up. */
  public synchronized void failed() {
    restarts.failed();
  }

  /** Whether there were so many failures in a row that it takes more than another try. */
  public synchronized boolean isHopeless() {
    return restarts.isHopeless();
  }

  /** Tries again as soon as the failures so far allow. */
  public synchronized void planRestart() {
    plan(restarts.pause());
  }

  /** Tries again ever more rarely what may come right by itself. */
  public synchronized void planUnblocking() {
    plan(FIRST_BLOCKED_PAUSE.multipliedBy(1L << Math.min(blocks, MOST_DOUBLINGS)));
    blocks++;
  }

  /** Tries again what may be put right from outside, though not often. */
  public synchronized void planRepair() {
    plan(FAILED_PAUSE);
  }

  private void plan(Duration pause) {
    cancel();
    planned = timer.apply(pause, turn);
  }

  /** Plans nothing any more. */
  public synchronized void cancel() {
    if (planned != null) {
      planned.cancel(false);
    }
  }
}
