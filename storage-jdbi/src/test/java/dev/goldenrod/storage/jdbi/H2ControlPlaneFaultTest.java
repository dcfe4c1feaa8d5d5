package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.Store;
import dev.goldenrod.testkit.control.ControlPlaneFaultContract;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class H2ControlPlaneFaultTest extends ControlPlaneFaultContract {
  @TempDir static Path folder;

  @Override
  protected Store openStore() {
    return JdbiStore.open(
        H2File.prepare(folder.resolve(UUID.randomUUID() + "/store")).withoutWaitingForDisk());
  }
}
