package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.imports.ImportWorkspace.ImportLock;
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
 * The locks of imports, each held by one process at a time. The holder shows that it is alive by a
 * constantly changing heartbeat in the import's Secret, so that clocks need not agree. Thread-safe.
 */
final class ImportLocks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ImportLocks.class);
  private static final Duration BEAT = Duration.ofSeconds(2);

  /** A process without a new heartbeat for this time is considered dead. */
  private static final Duration EXPIRY = Duration.ofSeconds(30);

  /** A heartbeat that was not checked for this time is dropped. */
  private static final Duration CACHE_TIME = Duration.ofHours(1);

  /** A process that cannot renew its heartbeat stops before others consider it dead. */
  private static final Duration LONGEST_FAILURE = Duration.ofSeconds(20);

  private record ObservedHeartbeat(String text, long at) {}

  private final ImportStates states;
  private final AtomicLong beats = new AtomicLong();
  private final Map<UUID, ObservedHeartbeat> seen = new ConcurrentHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(2, new DaemonThreads("import-signs"));

  ImportLocks(ImportStates states) {
    this.states = states;
  }

  /** Returns whether another process holds the lock, given the import's current heartbeat. */
  boolean isHeldByOther(UUID id, String heartbeat) {
    if (heartbeat.startsWith(states.holder())) {
      return false;
    }
    long now = System.nanoTime();
    seen.values().removeIf(old -> now - old.at() > CACHE_TIME.toNanos());
    ObservedHeartbeat last =
        seen.compute(
            id,
            (key, before) ->
                before != null && before.text().equals(heartbeat)
                    ? before
                    : new ObservedHeartbeat(heartbeat, now));
    return now - last.at() < EXPIRY.toNanos();
  }

  /**
   * Locks the import until the result is closed; empty if another process holds the lock.
   *
   * @param stop is called if the import was removed or taken over, or the heartbeat could not be
   *     renewed
   */
  Optional<ImportLock> tryLock(UUID id, Runnable stop) {
    AtomicBoolean isLocked = new AtomicBoolean();
    Future<?> locking =
        timer.submit(
            () -> isLocked.set(states.tryLock(id, heartbeat -> !isHeldByOther(id, heartbeat))));
    await(locking);
    Futures.join(locking);
    return isLocked.get() ? Optional.of(startHeartbeat(id, stop)) : Optional.empty();
  }

  private ImportLock startHeartbeat(UUID id, Runnable stop) {
    HeartbeatTask beating = new HeartbeatTask(id, stop);
    Future<?> task =
        timer.scheduleWithFixedDelay(
            beating, BEAT.toMillis(), BEAT.toMillis(), TimeUnit.MILLISECONDS);
    return () -> {
      task.cancel(false);
      await(timer.submit(beating::end));
      seen.remove(id);
    };
  }

  /** Waits even if interrupted, because a heartbeat being written must not be the last one. */
  private static void await(Future<?> call) {
    boolean interrupted = false;
    while (!call.isDone()) {
      try {
        call.get();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException e) {
        LOG.debug("A heartbeat of an import failed", e);
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

  private final class HeartbeatTask implements Runnable {
    private final UUID id;
    private final Runnable stop;
    private boolean wasThere;
    private boolean hasEnded;
    private long lastAt = System.nanoTime();

    HeartbeatTask(UUID id, Runnable stop) {
      this.id = id;
      this.stop = stop;
    }

    @Override
    public synchronized void run() {
      if (hasEnded) {
        return;
      }
      try {
        renew();
      } catch (DataPlaneException e) {
        LOG.debug("Cannot renew the heartbeat of import {}: {}", id, e.getMessage());
        if (System.nanoTime() - lastAt > LONGEST_FAILURE.toNanos()) {
          stop.run();
        }
      }
    }

    private void renew() {
      Optional<ImportState> left = states.renewHeartbeat(id, beats.incrementAndGet());
      boolean isOurs = left.filter(state -> state.isLockedBy(states.holder())).isPresent();
      if (!isOurs && (wasThere || left.isPresent())) {
        stop.run();
      }
      wasThere = left.isPresent();
      lastAt = System.nanoTime();
    }

    /** The next process would have to wait for the heartbeat's expiry. */
    synchronized void end() {
      hasEnded = true;
      try {
        states.unlock(id);
      } catch (DataPlaneException e) {
        LOG.debug("Cannot release import {}, its heartbeat will expire: {}", id, e.getMessage());
      }
    }
  }
}
