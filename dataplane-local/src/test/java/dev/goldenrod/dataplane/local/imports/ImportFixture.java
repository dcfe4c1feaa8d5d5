package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.port.ImportSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A new machine and a new source for each test. */
abstract class ImportFixture {
  @TempDir Path folder;
  ImportEnvironment machine;
  TestSource source;

  @BeforeEach
  void start() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder);
  }

  @AfterEach
  void stop() {
    source.close();
    machine.close();
  }

  final ImportSpec spec(String database) {
    return new ImportSpec(UUID.randomUUID(), "test", 1, source.connection(database), "");
  }
}
