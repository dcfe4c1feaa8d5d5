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
final class ClusterCallLimiter {
  /** The limit per cluster; lower than the number of request threads. */
  static final int MAX_CALLS = 150;

  static final int MAX_CALLS_WHEN_SLOW = 4;

  private final Map<UUID, AtomicInteger> calls = new ConcurrentHashMap<>();
  private final Set<UUID> slow = ConcurrentHashMap.newKeySet();

  /** Returns whether another call may wait for the cluster; if so, it must {@link #release}. */
  boolean tryAcquire(UUID clusterId) {
    int max = slow.contains(clusterId) ? MAX_CALLS_WHEN_SLOW : MAX_CALLS;
    AtomicInteger count = calls.computeIfAbsent(clusterId, id -> new AtomicInteger());
    boolean acquired = count.incrementAndGet() <= max;
    if (!acquired) {
      count.decrementAndGet();
    }
    return acquired;
  }

  void release(UUID clusterId) {
    calls.get(clusterId).decrementAndGet();
  }

  void answered(UUID clusterId) {
    slow.remove(clusterId);
  }

  void timedOut(UUID clusterId) {
    slow.add(clusterId);
  }
}
