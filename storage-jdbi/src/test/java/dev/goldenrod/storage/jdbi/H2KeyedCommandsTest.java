package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.KeyedCommandsContract;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class H2KeyedCommandsTest extends KeyedCommandsContract {
  @TempDir static Path folder;

  @Override
  protected List<Store> openStores() {
    Store store = JdbiStore.volatileH2(folder.resolve(UUID.randomUUID() + "/store"));
    return List.of(store, store);
  }
}
