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
 * The agent that each cluster has at this server: one, since two that both work for it have copies
 * of the same data. Thread-safe.
 */
final class PresentAgents {
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(PresentAgents.class);

  /** Why others wait, by cluster: told once, however often they try. */
  private final Map<UUID, String> told = new ConcurrentHashMap<>();

  private final Map<UUID, RemoteDataPlane> planes = new ConcurrentHashMap<>();
  private final Map<UUID, Lock> locks = new ConcurrentHashMap<>();

  /**
   * Lets the agent in, unless the one that is there answers: one that does not is sent away.
   *
   * @param attach is done before another one can come
   * @throws RpcException with {@link RpcCode#BUSY} when the cluster has an agent, or another one is
   *     just being let in
   */
  void enter(Cluster cluster, RemoteDataPlane arriving, Runnable attach) {
    Lock lock = locks.computeIfAbsent(cluster.id(), id -> new ReentrantLock());
    requireFree(cluster, lock);
    try {
      if (!isOfOtherData(cluster, arriving)) {
        requireNone(cluster);
      }
      attach.run();
      planes.put(cluster.id(), arriving);
    } finally {
      lock.unlock();
    }
  }

  private static void requireFree(Cluster cluster, Lock lock) {
    try {
      if (lock.tryLock(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
    throw new RpcException(
        RpcCode.BUSY, "another agent of cluster '%s' is just arriving".formatted(cluster.name()));
  }

  /** The cluster is not its, whether its own agent is there or not: attaching it says so. */
  private boolean isOfOtherData(Cluster cluster, RemoteDataPlane arriving) {
    RemoteDataPlane present = planes.get(cluster.id());
    return present != null && !present.identity().equals(arriving.identity());
  }

  private void requireNone(Cluster cluster) {
    RemoteDataPlane present = planes.get(cluster.id());
    if (present == null) {
      return;
    }
    if (present.answers()) {
      String reason =
          "cluster '%s' has an agent already, with %s; end that one first, and never run two on copies of the same data"
              .formatted(cluster.name(), present.location());
      if (told.put(cluster.id(), reason) == null) {
        LOG.warn("another agent has to wait: {}", reason);
      }
      throw new RpcException(RpcCode.BUSY, reason);
    }
    present.close("another agent of the cluster came, and this one gave no answer");
  }

  void leave(Cluster cluster, RemoteDataPlane leaving) {
    if (planes.remove(cluster.id(), leaving)) {
      told.remove(cluster.id());
    }
  }
}
