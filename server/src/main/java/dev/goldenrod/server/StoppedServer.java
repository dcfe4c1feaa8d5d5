package dev.goldenrod.server;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The store of a server with the use cases on it, and no data plane: what is changed there is done
 * by a server that has one. The embedded store is its server's alone while that runs.
 */
public final class StoppedServer implements AutoCloseable {
  private final Optional<DataDirectory> directory;
  private final Store store;
  private final ControlPlane control;

  private StoppedServer(Optional<DataDirectory> directory, Store store) {
    this.directory = directory;
    this.store = store;
    this.control = ControlPlane.builder().store(store).build();
  }

  /**
   * Opens the store of a server that was started with those options.
   *
   * @param storeUrl empty for the embedded store in the data directory
   * @throws UsageException when it cannot be opened, as while a server has the data directory
   */
  public static StoppedServer open(
      Path dataDir, String storeUrl, String storeUser, String storePassword) {
    StoreSettings settings = StoreSettings.of(storeUrl, storeUser, storePassword);
    try {
      return settings.url().isEmpty()
          ? embedded(dataDir)
          : new StoppedServer(
              Optional.empty(),
              JdbiStore.open(settings.url(), settings.user(), settings.password()));
    } catch (StoreException | DataPlaneException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private static StoppedServer embedded(Path dataDir) {
    if (!DataDirectory.isOne(dataDir)) {
      throw new UsageException(
          dataDir
              + " is no data directory; name the server's with --data-dir, and a store elsewhere with --store-url");
    }
    // Before the lock, whose refusal is answered with what helps while a server runs.
    DataDirectory.requireOwn(dataDir);
    DataDirectory directory = lock(dataDir);
    try {
      return new StoppedServer(Optional.of(directory), JdbiStore.h2(directory.store()));
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static DataDirectory lock(Path dataDir) {
    try {
      return DataDirectory.lock(dataDir);
    } catch (DataPlaneException held) {
      throw new UsageException(
          held.getMessage() + "; a server whose store is elsewhere may run on: give --store-url",
          held);
    }
  }

  /** The use cases. */
  public ControlPlane control() {
    return control;
  }

  @Override
  public void close() {
    control.close();
    store.close();
    directory.ifPresent(DataDirectory::close);
  }
}
