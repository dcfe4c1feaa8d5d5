package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;

/** Makes the data that databases are copied from, on first use. Thread-safe. */
public interface DataPreparation<T> {
  /**
   * A snapshot that databases are copied from.
   *
   * @param handle the CSI driver's id of the snapshot
   */
  record PreparedData(String handle, SavedData data) {}

  /** Ensures the snapshot of the data, and waits for it. */
  PreparedData ensure(T origin, ClusterWait waiting);
}
