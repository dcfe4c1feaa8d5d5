package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a store is to be, and for which user. */
record Site(LocalRoot root, RunAs runAs) {
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

  /** Gives the directory to the engines' user, and to nobody else. */
  void claim(Path directory) throws IOException {
    Files.setPosixFilePermissions(directory, FileTree.WRITABLE);
    runAs.ownOne(directory);
  }

  /** Whether the server may mount file systems. */
  boolean canMount() {
    return runAs.isSwitched() && System.getProperty("os.name").equals("Linux");
  }
}
