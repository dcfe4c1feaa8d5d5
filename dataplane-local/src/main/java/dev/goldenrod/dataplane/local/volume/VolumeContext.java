package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Where a store is to be, and for which user. */
record VolumeContext(LocalRoot root, RunAs runAs) {
  /** The folder of the volumes, made if it is missing. */
  Path volumes() {
    try {
      Path folder = Files.createDirectories(root.volumes());
      claim(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets every user that an engine runs as pass the directory, which stays the server's. */
  void claim(Path directory) throws IOException {
    runAs.requireServersOwn(directory);
    Files.setPosixFilePermissions(
        directory,
        PosixFilePermissions.fromString(runAs.isOtherUser() ? "rwx--x--x" : "rwx------"));
  }

  /** Whether the server may mount file systems. */
  boolean canMount() {
    return runAs.isOtherUser() && System.getProperty("os.name").equals("Linux");
  }
}
