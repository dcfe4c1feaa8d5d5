package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.dataplane.remote.rpc.RpcCode;
import dev.goldenrod.dataplane.remote.rpc.RpcException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The agent that each cluster has at this server: one, since two that both work for it have copies
 * of the same data. Thread-safe.
 */
final class PresentAgents {
  private final Map<UUID, RemoteDataPlane> planes = new ConcurrentHashMap<>();
  private final Map<UUID, Lock> locks = new ConcurrentHashMap<>();

  /**
   * Lets the agent in, unless the one that is there answers: one that does not is sent away.
   *
   * @param attach is done before another one can come
   * @throws RpcException with {@link RpcCode#BUSY} when the cluster has an agent
   */
  void enter(Cluster cluster, RemoteDataPlane arriving, Runnable attach) {
    Lock lock = locks.computeIfAbsent(cluster.id(), id -> new ReentrantLock());
    lock.lock();
    try {
      requireNone(cluster);
      attach.run();
      planes.put(cluster.id(), arriving);
    } finally {
      lock.unlock();
    }
  }

  private void requireNone(Cluster cluster) {
    RemoteDataPlane present = planes.get(cluster.id());
    if (present == null) {
      return;
    }
    if (present.answers()) {
      throw new RpcException(
          RpcCode.BUSY,
          "cluster '%s' has an agent already, with %s; end that one first, and never run two on copies of the same data"
              .formatted(cluster.name(), present.location()));
    }
    present.close("another agent of the cluster came, and this one gave no answer");
  }

  void leave(Cluster cluster, RemoteDataPlane leaving) {
    planes.remove(cluster.id(), leaving);
  }
}
