package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.engine.Installation;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.testkit.dataplane.DatabaseContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract for an engine other than PostgreSQL, in one data directory for all tests. */
abstract class LocalEngineContract extends DatabaseContract {
  @TempDir static Path folder;
  private LocalDataPlane plane;

  @BeforeAll
  static void let_servers_pass() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
  }

  @AfterAll
  static void take_all_away() {
    LocalDataPlane.purge(dataDir());
  }

  static Path dataDir() {
    return folder.resolve("data");
  }

  static void reportThatItRan(Installation engine) {
    EngineReport.ran(engine, LocalEngines.open(dataDir(), null).list());
  }

  @Override
  protected DataPlane open() {
    plane = LocalDataPlane.open(TestOptions.of(dataDir()));
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  /** The first database waits until the engine has created its system tables. */
  @Override
  protected Duration patience() {
    return Duration.ofMinutes(8);
  }

  @Override
  protected String messageWhenReady() {
    return TestOptions.messageWhenReady();
  }
}
