package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.process.RunAs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * The location and the user of a volume store; {@code image} is the file whose file system is
 * mounted at the volumes' folder, if any.
 */
record VolumeContext(LocalRoot root, RunAs runAs, Optional<Path> image) {
  private static final long GIBIBYTE = 1L << 30;

  VolumeContext(LocalRoot root, RunAs runAs) {
    this(root, runAs, Optional.empty());
  }

  Path volumes() {
    try {
      Path folder = Files.createDirectories(root.volumes());
      letUsersPass(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lets all engine users pass through the directory, which remains owned by the server's user. */
  void letUsersPass(Path directory) throws IOException {
    runAs.requireServersOwn(directory);
    Files.setPosixFilePermissions(
        directory,
        PosixFilePermissions.fromString(runAs.isOtherUser() ? "rwx--x--x" : "rwx------"));
  }

  boolean canMount() {
    return runAs.isOtherUser() && Mounts.IS_LINUX;
  }

  /** The image's disk may have less free space than its file system. */
  long freeBytes() {
    try {
      return Math.min(
          Files.getFileStore(root.volumes()).getUsableSpace(),
          Files.getFileStore(root.path()).getUsableSpace());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot determine the free space of " + root.volumes(), e);
    }
  }

  Optional<StorageUse> use() {
    try {
      FileStore store = Files.getFileStore(root.volumes());
      return Optional.of(
          new StorageUse(store.getTotalSpace() - store.getUnallocatedSpace(), freeBytes()));
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  long reservedBytes() {
    try {
      return Math.min(GIBIBYTE, Files.getFileStore(root.volumes()).getTotalSpace() / 50);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot determine the size of " + root.volumes(), e);
    }
  }

  Path delete() throws IOException {
    Mounts.unmountAll(root.volumes());
    FileTrees.delete(root.volumes());
    if (image.isPresent()) {
      Files.delete(image.get());
    }
    return root.volumes();
  }

  String description() {
    return image
        .map(file -> "an XFS image, %s, mounted at %s".formatted(file, root.volumes()))
        .orElseGet(() -> "%s at %s".formatted(Mounts.fileSystem(root.volumes()), root.volumes()));
  }
}
