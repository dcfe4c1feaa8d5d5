package dev.goldenrod.control.context;

import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits concurrent calls per cluster, so that an unresponsive data plane cannot occupy all
 * threads. Thread-safe.
 */
final class SlowClusterGate {
  /** The limit per cluster; lower than the number of request threads. */
  static final int MOST = 150;

  static final int MOST_OF_SLOW = 4;

  private final Map<UUID, AtomicInteger> asking = new ConcurrentHashMap<>();
  private final Set<UUID> slow = ConcurrentHashMap.newKeySet();

  /** Returns whether another call may wait for the cluster; if so, it must {@link #leave}. */
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

  void answered(UUID clusterId) {
    slow.remove(clusterId);
  }

  void timedOut(UUID clusterId) {
    slow.add(clusterId);
  }
}
