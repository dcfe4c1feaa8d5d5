package dev.goldenrod.storage.jdbi;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class H2StoreTest extends JdbiStoreContract {
  @TempDir static Path folder;

  @Override
  StoreOptions options() {
    return H2File.prepare(folder.resolve("data/store"));
  }
}
