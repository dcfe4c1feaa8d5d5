package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/** A data directory on its own file system; closing it removes all mounts. */
final class VolumeFixture implements AutoCloseable {
  private final String dataDirId = "test-" + UUID.randomUUID();
  private final Optional<TestDisk> disk;
  private final Path dataDir;
  private final RunAs runAs;

  VolumeFixture(VolumeTestSetup setting, Path temporary, RunAs runAs) {
    this.disk =
        setting.hasOwnDisk()
            ? Optional.of(TestDisk.formatted(setting.fileSystem(), temporary))
            : Optional.empty();
    this.dataDir = disk.map(TestDisk::path).orElse(temporary).resolve("data");
    this.runAs = runAs;
  }

  /** Opens the root, as after a boot or a crash of the server. */
  LocalRoot start() {
    return LocalRoot.open(dataDir, dataDirId, runAs);
  }

  /** Removes all mounts, as a reboot does. */
  void shutDown() {
    Mounts.unmountAll(dataDir.resolve("local"));
    Mounts.unmountAll(mountPoint());
  }

  /** Simulates a power failure of the data directory's disk. */
  void cutPower() {
    disk.orElseThrow().cutPower();
    shutDown();
    disk.orElseThrow().mountAgain();
  }

  @Override
  public void close() throws IOException {
    if (Files.isDirectory(dataDir)) {
      Mounts.unmountAll(dataDir.toRealPath());
    }
    Mounts.unmountAll(mountPoint());
    Files.deleteIfExists(mountPoint());
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  private Path mountPoint() {
    return Path.of("/run/goldenrod", dataDirId);
  }
}
