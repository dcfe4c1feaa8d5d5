package dev.goldenrod.control.schema;

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

/**
 * Long work of members, a little at once: one piece of each member, and those who wait take turns,
 * however much of it one of them has. Thread-safe.
 */
public final class FairQueue implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FairQueue.class);

  private final int atOnce;
  private final int waitingEach;
  private final int waitingInAll;
  private final ExecutorService threads;
  private final Set<UUID> working = new HashSet<>();

  /** Whose turn is next stands first. */
  private final Map<UUID, Queue<Runnable>> waiting = new LinkedHashMap<>();

  /**
   * An empty queue.
   *
   * @param name of its threads
   * @param atOnce how many pieces are worked on at the same time
   * @param waitingEach how many of one member may wait
   * @param waitingInAll how many of all members may wait
   */
  public FairQueue(String name, int atOnce, int waitingEach, int waitingInAll) {
    this.atOnce = atOnce;
    this.waitingEach = waitingEach;
    this.waitingInAll = waitingInAll;
    this.threads = Executors.newCachedThreadPool(new DaemonThreads(name));
  }

  /** Does the work when it is the member's turn; false when too much waits already. */
  public synchronized boolean submit(UUID member, Runnable work) {
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
      LOG.error("work of member {} broke off", member, e);
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

  /** Interrupts what is worked on; what waits is never done. */
  @Override
  public synchronized void close() {
    threads.shutdownNow();
  }
}
