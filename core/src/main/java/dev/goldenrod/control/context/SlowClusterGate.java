package dev.goldenrod.control.context;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Keeps the questions to a data plane that gives no answers from taking all threads of those who
 * ask others. Thread-safe.
 */
final class SlowClusterGate {
  /** Fewer than there are threads for requests. */
  static final int MOST = 150;

  static final int MOST_OF_SLOW = 4;

  private final Map<UUID, AtomicInteger> asking = new ConcurrentHashMap<>();
  private final Set<UUID> slow = ConcurrentHashMap.newKeySet();

  /** Whether one more may wait for the cluster; if so, it has to {@link #leave}. */
  boolean enter(UUID clusterId) {
    int most = slow.contains(clusterId) ? MOST_OF_SLOW : MOST;
    AtomicInteger count = asking.computeIfAbsent(clusterId, id -> new AtomicInteger());
    boolean entered = count.incrementAndGet() <= most;
    if (!entered) {
      count.decrementAndGet();
    }
    return entered;
  }

  void leave(UUID clusterId) {
    asking.get(clusterId).decrementAndGet();
  }

  /** The cluster's data plane answers: as many may ask as ever. */
  void answered(UUID clusterId) {
    slow.remove(clusterId);
  }

  /** It did not within the time: until it does, few may wait. */
  void timedOut(UUID clusterId) {
    slow.add(clusterId);
  }
}
