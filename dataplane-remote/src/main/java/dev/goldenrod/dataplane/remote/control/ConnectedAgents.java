package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agents connected to this server, one per cluster: two agents of the same data plane would
 * work on copies of the same data. Thread-safe.
 */
final class ConnectedAgents {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(ConnectedAgents.class);

  /** The reason why other agents wait, by cluster. Logged once, not on every attempt. */
  private final Map<UUID, String> rejectionReasons = new ConcurrentHashMap<>();

  private final Map<UUID, RemoteDataPlane> planes = new ConcurrentHashMap<>();
  private final Map<UUID, Lock> locks = new ConcurrentHashMap<>();

  /**
   * Admits the agent, unless the cluster's present agent responds. An unresponsive one is
   * disconnected.
   *
   * @param attach runs before another agent can be admitted
   * @throws RpcException with {@link RpcCode#BUSY} if the agent must wait
   */
  void admit(Cluster cluster, RemoteDataPlane arriving, Runnable attach) {
    Lock lock = locks.computeIfAbsent(cluster.id(), id -> new ReentrantLock());
    acquire(lock, cluster);
    try {
      if (!hasOtherIdentity(cluster, arriving)) {
        requireNoResponsiveAgent(cluster);
      }
      attach.run();
      planes.put(cluster.id(), arriving);
    } finally {
      lock.unlock();
    }
  }

  private static void acquire(Lock lock, Cluster cluster) {
    try {
      if (lock.tryLock(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    throw new RpcException(
        RpcCode.BUSY, "another agent of cluster '%s' is connecting".formatted(cluster.name()));
  }

  /** An agent of another data plane need not wait, because attaching it will be rejected anyway. */
  private boolean hasOtherIdentity(Cluster cluster, RemoteDataPlane arriving) {
    RemoteDataPlane present = planes.get(cluster.id());
    return present != null && !present.identity().equals(arriving.identity());
  }

  private void requireNoResponsiveAgent(Cluster cluster) {
    RemoteDataPlane present = planes.get(cluster.id());
    if (present == null) {
      return;
    }
    if (present.isResponsive()) {
      String reason =
          "cluster '%s' already has an agent, on %s; stop that agent first, and never run two agents on copies of the same data"
              .formatted(cluster.name(), present.location());
      if (rejectionReasons.put(cluster.id(), reason) == null) {
        LOG.warn("Rejected another agent, which will retry: {}", reason);
      }
      throw new RpcException(RpcCode.BUSY, reason);
    }
    present.close("another agent of the cluster connected, and this one did not respond");
  }

  void remove(Cluster cluster, RemoteDataPlane leaving) {
    if (planes.remove(cluster.id(), leaving)) {
      rejectionReasons.remove(cluster.id());
    }
  }
}
