package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreContract;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class H2StoreTest extends StoreContract {
  @TempDir static Path folder;

  @Override
  protected Store open(Duration lockTimeout) {
    return JdbiStore.open(
        H2File.prepare(folder.resolve("data/store")).withLockTimeout(lockTimeout));
  }
}
