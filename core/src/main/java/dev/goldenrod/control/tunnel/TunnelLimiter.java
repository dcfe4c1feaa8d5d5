package dev.goldenrod.control.tunnel;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.tunnel.TunnelLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Counts open and opening tunnels, and enforces their limits. Thread-safe. */
public final class TunnelLimiter {
  /** Each opening connection occupies a thread, and a cluster may be slow to answer. */
  private static final int MOST_OPENING = 64;

  private static final int MOST_OPENING_OF_CLUSTER = 32;

  private final TunnelLimits limits;
  private final Map<UUID, Integer> ofMember = new HashMap<>();
  private final Map<UUID, Integer> openingOfCluster = new HashMap<>();
  private int inAll;
  private int opening;

  public TunnelLimiter(TunnelLimits limits) {
    this.limits = limits;
  }

  synchronized void acquire(TunnelTarget target) {
    UUID member = target.owner().userId();
    if (ofMember.getOrDefault(member, 0) >= limits.perMember()) {
      throw ControlPlaneException.of(
          ErrorCode.TUNNEL_QUOTA_EXCEEDED,
          "a member may have at most %d tunnels at once; close some first"
              .formatted(limits.perMember()));
    }
    if (inAll >= limits.inAll()) {
      throw ControlPlaneException.of(
          ErrorCode.TUNNELS_EXHAUSTED,
          "this server has reached its limit of %d tunnels".formatted(limits.inAll()));
    }
    if (opening >= MOST_OPENING
        || openingOfCluster.getOrDefault(target.clusterId(), 0) >= MOST_OPENING_OF_CLUSTER) {
      throw ControlPlaneException.of(
          ErrorCode.TUNNELS_EXHAUSTED, "too many tunnels are being opened at once");
    }
    inAll++;
    opening++;
    ofMember.merge(member, 1, Integer::sum);
    openingOfCluster.merge(target.clusterId(), 1, Integer::sum);
  }

  /** Ends the opening of a tunnel, whether or not it succeeded. */
  synchronized void opened(TunnelTarget target) {
    opening--;
    decrement(openingOfCluster, target.clusterId());
  }

  /** Ends a tunnel, or the attempt to open one. */
  synchronized void release(TunnelTarget target) {
    inAll--;
    decrement(ofMember, target.owner().userId());
  }

  public synchronized int inAll() {
    return inAll;
  }

  private static void decrement(Map<UUID, Integer> counts, UUID key) {
    counts.computeIfPresent(key, (id, count) -> count == 1 ? null : count - 1);
  }
}
