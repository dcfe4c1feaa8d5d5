package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A machine and a source with a small database, shared by all tests of a class. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SmallSourceFixture {
  ImportEnvironment machine;
  TestSource source;

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.create("small", "small.sql");
  }

  @AfterAll
  void stop() {
    source.close();
    machine.close();
  }

  final ImportSpec spec() {
    return new ImportSpec(UUID.randomUUID(), "small", 1, source.connection("small"), "");
  }

  static ImportObservation ended(LocalImports imports, ImportSpec spec, ImportPhase step) {
    return ImportEnvironment.await()
        .until(() -> imports.observe(spec.id(), step), seen -> seen.state() != StepState.RUNNING);
  }
}
