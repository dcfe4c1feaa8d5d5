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
 * A target directory that does not exist yet, whose parent only this user can write to, and the
 * most bytes that its files may take.
 */
record LocalTarget(Path directory, long freeBytes) implements ArchiveTarget {
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  @Override
  public Room room() {
    return new Room(freeBytes, "free up space, or choose a --data-dir on a larger disk");
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
