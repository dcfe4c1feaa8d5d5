package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.QuotaLoadContract;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

class H2QuotaLoadTest extends QuotaLoadContract {
  @TempDir static Path folder;

  @Override
  protected List<Store> openStores() {
    return List.of(JdbiStore.volatileH2(folder.resolve(UUID.randomUUID() + "/store")));
  }
}
