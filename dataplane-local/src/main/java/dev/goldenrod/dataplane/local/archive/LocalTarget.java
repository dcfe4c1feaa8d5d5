package dev.goldenrod.dataplane.local.archive;

import dev.goldenrod.dataplane.archive.ArchiveTarget;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/**
 * A directory of this machine, which only this process's user can read.
 *
 * @param directory does not exist yet; no other user can write to the one it is in
 * @param freeBytes what the files may have
 */
record LocalTarget(Path directory, long freeBytes) implements ArchiveTarget {
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  @Override
  public Room room() {
    return new Room(freeBytes, "free some, or choose a --data-dir on a larger disk");
  }

  @Override
  public void makeFolder(String path) throws IOException {
    Files.createDirectory(directory.resolve(path), OwnerOnly.FOLDER);
  }

  @Override
  public WritableByteChannel makeFile(String path, long size) throws IOException {
    return Files.newByteChannel(directory.resolve(path), NEW, OwnerOnly.FILE);
  }
}
