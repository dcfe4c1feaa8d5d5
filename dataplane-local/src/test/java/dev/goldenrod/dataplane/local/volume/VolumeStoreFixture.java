package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A store of the kind under test. */
abstract class VolumeStoreFixture {
  @TempDir Path temporary;
  RunAs runAs;
  private VolumeFixture fixture;
  LocalRoot root;
  VolumeStore volumes;

  abstract VolumeTestSetup setting();

  @BeforeEach
  void openStore() {
    runAs = setting().user();
    fixture = new VolumeFixture(setting(), temporary, runAs);
    volumes = open();
  }

  @AfterEach
  void unmount() throws IOException {
    fixture.close();
  }

  final VolumeStore open() {
    root = fixture.start();
    return TestStores.open(root, runAs, setting().kind());
  }

  /** Removes all mounts, as a reboot does, and opens the store again. */
  final void restart() {
    volumes.close();
    fixture.shutDown();
    volumes = open();
  }

  final void golden(String name, String content) throws IOException {
    Path file = Files.writeString(volumes.create(name).resolve("data/file"), content);
    runAs.chown(file);
    volumes.freeze(name);
  }

  /** Runs the script in the volume's data directory as its engine would; returns the output. */
  final String in(String volume, String script) {
    String data = volumes.path(volume).resolve("data").toString();
    List<String> shell = List.of("sh", "-ec", "cd \"$1\" && " + script, "sh", data);
    return Tool.run(runAs.command(volumes.command(volume, shell)));
  }

  static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  final void asEngine(String... command) {
    Tool.run(runAs.command(List.of(command)));
  }

  /** Returns the files in the volumes' folder that do not belong to a volume. */
  final List<String> leftovers() throws IOException {
    try (Stream<Path> files = Files.walk(root.volumes(), 2)) {
      return files
          .map(file -> root.volumes().relativize(file).toString())
          .filter(file -> file.matches("\\.(new|trash)-.*|\\.layers/.*"))
          .filter(file -> !file.startsWith(".layers") || volumes.list().isEmpty())
          .toList();
    }
  }
}
