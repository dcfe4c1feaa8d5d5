package dev.goldenrod.dataplane.k8s.server;

import dev.goldenrod.dataplane.k8s.work.Waiting;

/** Makes what databases are copies of when it is asked for first. Thread-safe. */
public interface DataPreparation<T> {
  /**
   * Ensures the snapshot of the data, and waits for it.
   *
   * @throws dev.goldenrod.dataplane.WorkFailure when it cannot be made now
   */
  public PreparedData ensure(T origin, Waiting waiting);
}
