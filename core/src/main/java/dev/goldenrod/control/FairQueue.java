package dev.goldenrod.control;

import dev.goldenrod.DaemonThreads;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A queue of long work: members take turns, with one task of each at a time. Thread-safe. */
final class FairQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FairQueue.class);

  private final int atOnce;
  private final int waitingEach;
  private final int waitingInAll;
  private final ExecutorService threads;
  private final Set<UUID> working = new HashSet<>();

  /** The member whose turn is next comes first. */
  private final Map<UUID, Queue<Runnable>> waiting = new LinkedHashMap<>();

  /** Creates a queue with limits on running tasks, and on queued ones per member and in all. */
  FairQueue(String name, int atOnce, int waitingEach, int waitingInAll) {
    this.atOnce = atOnce;
    this.waitingEach = waitingEach;
    this.waitingInAll = waitingInAll;
    this.threads = Executors.newCachedThreadPool(new DaemonThreads(name));
  }

  /** Runs the work when it is the member's turn; false if the queue is full. */
  synchronized boolean submit(UUID member, Runnable work) {
    boolean waits = working.size() >= atOnce || working.contains(member);
    if (waits && (waitingOf(member) >= waitingEach || waitingInAll() >= waitingInAll)) {
      return false;
    }
    waiting.computeIfAbsent(member, id -> new ArrayDeque<>()).add(work);
    beginNext();
    return true;
  }

  private int waitingOf(UUID member) {
    return Optional.ofNullable(waiting.get(member)).map(Queue::size).orElse(0);
  }

  private int waitingInAll() {
    return waiting.values().stream().mapToInt(Queue::size).sum();
  }

  private void beginNext() {
    waiting.keySet().stream()
        .filter(member -> working.size() < atOnce && !working.contains(member))
        .findFirst()
        .ifPresent(this::begin);
  }

  private void begin(UUID member) {
    Queue<Runnable> own = waiting.remove(member);
    Runnable work = own.remove();
    if (!own.isEmpty()) {
      waiting.put(member, own);
    }
    working.add(member);
    threads.execute(() -> work(member, work));
  }

  private void work(UUID member, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | Error e) {
      LOG.error("Queued task of member {} failed, other tasks continue", member, e);
    } finally {
      end(member);
    }
  }

  private synchronized void end(UUID member) {
    working.remove(member);
    if (!threads.isShutdown()) {
      beginNext();
    }
  }

  /** Interrupts the running tasks, and drops the queued ones. */
  @Override
  public synchronized void close() {
    threads.shutdownNow();
  }
}
