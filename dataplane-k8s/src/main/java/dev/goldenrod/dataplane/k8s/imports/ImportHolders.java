package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.imports.ImportWorkspace.Turn;
import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.dataplane.k8s.imports.state.SavedStates;
import dev.goldenrod.dataplane.k8s.work.Futures;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that work on imports. Each shows its ownership to the others by a constantly
 * changing sign, so that clocks need not agree. Thread-safe.
 */
final class ImportHolders implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ImportHolders.class);
  private static final Duration BEAT = Duration.ofSeconds(2);

  /** A process without a new sign for this time is considered dead. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /** A sign that was not checked for this time is dropped. */
  private static final Duration FORGOTTEN = Duration.ofHours(1);

  /** A process that cannot renew its sign stops before others consider it dead. */
  private static final Duration LONGEST_FAILURE = Duration.ofSeconds(20);

  private record Sign(String text, long at) {}

  private final SavedStates states;
  private final AtomicLong beats = new AtomicLong();
  private final Map<UUID, Sign> seen = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, new DaemonThreads("import-signs"));

  ImportHolders(SavedStates states) {
    this.states = states;
  }

  /** Returns whether another process works on the import, given the import's current sign. */
  boolean isOther(UUID id, String sign) {
    if (sign.startsWith(states.holder())) {
      return false;
    }
    long now = System.nanoTime();
    seen.values().removeIf(old -> now - old.at() > FORGOTTEN.toNanos());
    Sign last =
        seen.compute(
            id,
            (key, before) ->
                before != null && before.text().equals(sign) ? before : new Sign(sign, now));
    return now - last.at() < SILENCE.toNanos();
  }

  /**
   * Takes the import, and renews this process's sign until the result is closed; empty if another
   * process has it.
   *
   * @param stop is called if the import was removed or taken over, or the sign could not be renewed
   */
  Optional<Turn> take(UUID id, Runnable stop) {
    AtomicBoolean taken = new AtomicBoolean();
    Future<?> taking = timer.submit(() -> taken.set(states.take(id, sign -> !isOther(id, sign))));
    await(taking);
    Futures.join(taking);
    return taken.get() ? Optional.of(shown(id, stop)) : Optional.empty();
  }

  private Turn shown(UUID id, Runnable stop) {
    Beats beating = new Beats(id, stop);
    Future<?> task =
        timer.scheduleWithFixedDelay(
            beating, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
    return () -> {
      task.cancel(false);
      await(timer.submit(beating::end));
      seen.remove(id);
    };
  }

  /** Waits even if interrupted, because a sign being written must not be the last one. */
  private static void await(Future<?> call) {
    boolean interrupted = false;
    while (!call.isDone()) {
      try {
        call.get();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        LOG.debug("a sign of work failed", e);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  private final class Beats implements Runnable {
    private final UUID id;
    private final Runnable stop;
    private boolean wasThere;
    private boolean hasEnded;
    private long lastAt = System.nanoTime();

    Beats(UUID id, Runnable stop) {
      this.id = id;
      this.stop = stop;
    }

    @Override
    public synchronized void run() {
      if (hasEnded) {
        return;
      }
      try {
        show();
      } catch (DataPlaneException e) {
        LOG.debug("no sign of the work on import {}: {}", id, e.getMessage());
        if (System.nanoTime() - lastAt > LONGEST_FAILURE.toNanos()) {
          stop.run();
        }
      }
    }

    private void show() {
      Optional<SavedState> left = states.beat(id, beats.incrementAndGet());
      boolean isOurs = left.filter(state -> state.isOf(states.holder())).isPresent();
      if (!isOurs && (wasThere || left.isPresent())) {
        stop.run();
      }
      wasThere = left.isPresent();
      lastAt = System.nanoTime();
    }

    /** The next process would have to wait for this sign's expiry. */
    synchronized void end() {
      hasEnded = true;
      try {
        states.release(id);
      } catch (DataPlaneException e) {
        LOG.debug("import {} still shows its worker: {}", id, e.getMessage());
      }
    }
  }
}
