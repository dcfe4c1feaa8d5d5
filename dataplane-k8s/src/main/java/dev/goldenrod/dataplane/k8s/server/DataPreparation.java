package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.work.ClusterWait;

/** Makes the data that databases are copied from, on first use. Thread-safe. */
public interface DataPreparation<T> {
  /** Ensures the snapshot of the data, and waits for it. */
  public PreparedData ensure(T origin, ClusterWait waiting);
}
