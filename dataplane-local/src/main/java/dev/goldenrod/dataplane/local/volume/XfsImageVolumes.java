package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * Reflinks on an XFS file system of its own, kept in a sparse file and mounted over the folder of
 * the volumes.
 *
 * <p>The file takes as much of the disk as the volumes do. Its size, which limits them, is what the
 * disk had free when the file was made.
 */
final class XfsImageVolumes extends DirectoryVolumes {
  private static final long SMALLEST = 512L << 20;

  private XfsImageVolumes(VolumeContext context) throws IOException {
    super(context, new Reflinks());
  }

  /** Mounts the image, made if it is missing. */
  static XfsImageVolumes open(VolumeContext context) throws IOException {
    if (!context.canMount()) {
      throw new DataPlaneException("mounting an XFS image takes root on Linux");
    }
    Path folder = context.volumes();
    Path image = image(context);
    if (!Mounts.isMountPoint(folder)) {
      mount(context, image, folder);
    }
    return new XfsImageVolumes(context);
  }

  /** Where the image is, if there is one. */
  static Path image(VolumeContext context) {
    return context.root().path().resolve("volumes.xfs");
  }

  @Override
  public String description() {
    return "reflinks on an XFS image, %s, mounted at %s".formatted(image(context), folder);
  }

  /** What is free in the image, or on the disk that holds the image if that is less. */
  @Override
  public long freeBytes() {
    try {
      return Math.min(
          super.freeBytes(), Files.getFileStore(context.root().path()).getUsableSpace());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tell the free bytes for " + image(context), e);
    }
  }

  @Override
  public void purge() {
    try {
      Mounts.unmount(folder);
      Files.delete(image(context));
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + image(context), e);
    }
  }

  private static void format(Path image) throws IOException {
    Path unfinished = image.resolveSibling(".new-" + image.getFileName());
    Files.deleteIfExists(unfinished);
    long free = Files.getFileStore(image.getParent()).getUsableSpace();
    if (free < SMALLEST) {
      throw new DataPlaneException(
          "an XFS image takes %d free bytes, and %s has %d"
              .formatted(SMALLEST, image.getParent(), free));
    }
    try {
      Files.createFile(
          unfinished,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try (RandomAccessFile file = new RandomAccessFile(unfinished.toFile(), "rw")) {
        file.setLength(free);
      }
      Tool.run("mkfs.xfs", "-q", "-m", "reflink=1", unfinished.toString());
      Files.move(unfinished, image, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }

  private static void mount(VolumeContext context, Path image, Path folder) throws IOException {
    boolean made = !Files.exists(image, LinkOption.NOFOLLOW_LINKS);
    if (made) {
      format(image);
    }
    context.runAs().requireServersOwn(image);
    // discard gives the blocks of deleted volumes back to the disk; nouuid lets a copy of the data
    // directory be mounted beside the original.
    String options = "loop,discard,noatime,nouuid,nosuid,nodev,noexec";
    try {
      Tool.run("mount", "-t", "xfs", "-o", options, image.toString(), folder.toString());
    } catch (DataPlaneException e) {
      if (made) {
        Files.delete(image);
      }
      throw e;
    }
  }
}
