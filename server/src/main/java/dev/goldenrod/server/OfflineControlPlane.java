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
 * The control plane on a server's store, without a data plane: changes made here are carried out by
 * the next server that has one. A running server locks its embedded store.
 */
public final class OfflineControlPlane implements AutoCloseable {
  private final Optional<DataDirectory> directory;
  private final Store store;
  private final ControlPlane control;

  private OfflineControlPlane(Optional<DataDirectory> directory, Store store) {
    this.directory = directory;
    this.store = store;
    this.control = ControlPlane.builder().store(store).build();
  }

  /**
   * @param storeUrl empty for the embedded store in the data directory
   * @throws UsageException if the store cannot be opened, as while a server holds the data
   *     directory
   */
  public static OfflineControlPlane open(
      Path dataDir, String storeUrl, String storeUser, String storePassword) {
    StoreSettings settings = StoreSettings.of(storeUrl, storeUser, storePassword);
    try {
      return settings.url().isEmpty()
          ? embedded(dataDir)
          : new OfflineControlPlane(
              Optional.empty(),
              JdbiStore.open(settings.url(), settings.user(), settings.password()));
    } catch (StoreException | DataPlaneException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  private static OfflineControlPlane embedded(Path dataDir) {
    if (!DataDirectory.isOne(dataDir)) {
      throw new UsageException(
          dataDir
              + " is not a data directory; pass the server's data directory with --data-dir, or the"
              + " URL of an external store with --store-url");
    }
    // Before the lock, whose error message recommends what only helps with a running server.
    DataDirectory.requireOwn(dataDir);
    DataDirectory directory = lock(dataDir);
    try {
      return new OfflineControlPlane(Optional.of(directory), JdbiStore.h2(directory.store()));
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
          held.getMessage()
              + "; a server with an external store may keep running: pass --store-url",
          held);
    }
  }

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
