package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.root.LocalRoot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Where a store is to be, and for which user.
 *
 * @param image the file whose file system is mounted over the folder of the volumes; empty when
 *     they lie on that of the data directory
 */
record VolumeContext(LocalRoot root, RunAs runAs, Optional<Path> image) {
  private static final long GIBIBYTE = 1L << 30;

  VolumeContext(LocalRoot root, RunAs runAs) {
    this(root, runAs, Optional.empty());
  }

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

  /** What is free for volumes, and on the disk that holds their image if that is less. */
  long freeBytes() {
    try {
      return Math.min(
          Files.getFileStore(root.volumes()).getUsableSpace(),
          Files.getFileStore(root.path()).getUsableSpace());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell the free bytes of " + root.volumes(), e);
    }
  }

  /**
   * The bytes that are used on the volumes' file system, and those of {@link #freeBytes}; empty
   * when the file system cannot be asked.
   */
  Optional<StorageUse> use() {
    try {
      FileStore store = Files.getFileStore(root.volumes());
      return Optional.of(
          new StorageUse(store.getTotalSpace() - store.getUnallocatedSpace(), freeBytes()));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  /** What is kept free on the volumes' file system. */
  long reservedBytes() {
    try {
      return Math.min(GIBIBYTE, Files.getFileStore(root.volumes()).getTotalSpace() / 50);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell the size of " + root.volumes(), e);
    }
  }

  /** Deletes the folder of the volumes with its mounts and image. */
  Path delete() throws IOException {
    Mounts.unmountAll(root.volumes());
    FileTrees.delete(root.volumes());
    if (image.isPresent()) {
      Files.delete(image.get());
    }
    return root.volumes();
  }

  /** Where the volumes are, for people. */
  String description() {
    return image
        .map(file -> "an XFS image, %s, mounted at %s".formatted(file, root.volumes()))
        .orElseGet(() -> "%s at %s".formatted(Mounts.fileSystem(root.volumes()), root.volumes()));
  }
}
