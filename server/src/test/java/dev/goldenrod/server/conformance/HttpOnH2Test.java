package dev.goldenrod.server.conformance;

import dev.goldenrod.http.testkit.HttpConformance;
import dev.goldenrod.port.Store;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class HttpOnH2Test extends HttpConformance {
  @TempDir static Path folder;

  @Override
  protected Store newStore() {
    return JdbiStore.h2(folder.resolve(UUID.randomUUID() + "/store"));
  }
}
