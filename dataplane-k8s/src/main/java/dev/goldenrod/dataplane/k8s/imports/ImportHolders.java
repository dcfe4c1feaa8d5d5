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
 * Which process works on an import, shown to the others by a sign that changes all the time: no two
 * clocks need to agree. Thread-safe.
 */
final class ImportHolders implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ImportHolders.class);
  private static final Duration BEAT = Duration.ofSeconds(2);

  /** A process that gave no sign for so long does not work any more. */
  private static final Duration SILENCE = Duration.ofSeconds(30);

  /** What was not asked about for so long is not asked about any more. */
  private static final Duration FORGOTTEN = Duration.ofHours(1);

  /** A process that could give none for so long must have stopped by then. */
  private static final Duration LONGEST_FAILURE = Duration.ofSeconds(20);

  /** A sign, and when it was seen first. */
  private record Sign(String text, long at) {}

  private final SavedStates states;
  private final AtomicLong beats = new AtomicLong();
  private final Map<UUID, Sign> seen = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, new DaemonThreads("import-signs"));

  ImportHolders(SavedStates states) {
    this.states = states;
  }

  /** Whether another process works on the import, by what its sign is now. */
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
   * Takes the import: shows that this process works on it until the result is closed; empty when
   * another one does.
   *
   * @param stop is called when the import was removed or taken over, or others must take this
   *     process for dead
   * @throws DataPlaneException when it cannot be shown
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

  /** A worker that is interrupted waits too: a sign that is on its way must not be the last. */
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

    /** Else the next process would wait for the signs of this one. */
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
