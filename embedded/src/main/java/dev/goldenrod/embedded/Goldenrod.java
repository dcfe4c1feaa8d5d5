package dev.goldenrod.embedded;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.LocalOptions;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Store;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A control plane with an embedded H2 store and databases of this machine, all in one folder, with
 * the defaults of {@code goldenrod serve}. Thread-safe.
 */
public final class Goldenrod implements AutoCloseable {
  private final Deque<Runnable> closers = new ArrayDeque<>();
  private final ControlPlane control;

  private Goldenrod(Path folder) {
    try {
      DataDirectory directory = DataDirectory.lock(folder);
      closers.push(directory::close);
      DataPlane dataPlane = LocalDataPlane.open(LocalOptions.builder(directory).build());
      closers.push(dataPlane::close);
      Store store = JdbiStore.h2(directory.store());
      closers.push(store::close);
      this.control =
          ControlPlane.builder()
              .store(store)
              .dataPlane(dataPlane)
              .serverName(directory.serverName())
              .build()
              .start();
      closers.push(control::close);
    } catch (RuntimeException | Error e) {
      try {
        close();
      } catch (RuntimeException notClosed) {
        e.addSuppressed(notClosed);
      }
      throw e;
    }
  }

  /**
   * Opens the folder, which is created if it is missing, and starts the control plane. Databases
   * that ran when the folder was last closed are found again.
   *
   * @throws dev.goldenrod.port.DataPlaneException if the folder is open already, here or in another
   *     process, or databases cannot run in it
   * @throws dev.goldenrod.port.StoreException if the store in the folder cannot be read
   */
  public static Goldenrod open(Path folder) {
    return new Goldenrod(folder);
  }

  /** Returns the started control plane. */
  public ControlPlane control() {
    return control;
  }

  /** Stops the control plane and releases the folder; databases keep running. Idempotent. */
  @Override
  public synchronized void close() {
    Runnable closer = closers.poll();
    if (closer != null) {
      try {
        closer.run();
      } finally {
        close();
      }
    }
  }
}
