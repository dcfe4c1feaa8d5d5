package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.work.Waiting;
import dev.goldenrod.port.Origin;

/** Snapshots of empty databases, made once for each release of an engine. */
public interface BlankData {
  /**
   * The snapshot of an empty database.
   *
   * @param handle the driver's
   */
  record Made(String handle, SavedData data) {}

  /**
   * Ensures the snapshot, and waits for it.
   *
   * @throws dev.goldenrod.dataplane.k8s.work.Trouble when it cannot be made now
   */
  Made ensure(Origin.Blank blank, Waiting waiting);
}
