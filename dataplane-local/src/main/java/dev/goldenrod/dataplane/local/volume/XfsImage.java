package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;

/**
 * An XFS file system in a sparse file, mounted at the volumes' folder for its reflinks. The file
 * uses as much disk space as the volumes; its size, which limits them, is the free disk space at
 * its creation.
 */
final class XfsImage {
  private static final long SMALLEST = 512L << 20;

  private XfsImage() {}

  static VolumeContext mount(VolumeContext context) throws IOException {
    if (!context.canMount()) {
      throw new DataPlaneException("mounting an XFS image requires root on Linux");
    }
    Path folder = context.volumes();
    Path image = path(context);
    if (!Mounts.isMountPoint(folder)) {
      mount(context, image, folder);
    }
    return new VolumeContext(context.root(), context.runAs(), Optional.of(image));
  }

  static Path path(VolumeContext context) {
    return context.root().path().resolve("volumes.xfs");
  }

  private static void format(Path image) throws IOException {
    Path unfinished = image.resolveSibling(".new-" + image.getFileName());
    Files.deleteIfExists(unfinished);
    long free = Files.getFileStore(image.getParent()).getUsableSpace();
    if (free < SMALLEST) {
      throw new DataPlaneException(
          "an XFS image requires %d free bytes, but %s has %d"
              .formatted(SMALLEST, image.getParent(), free));
    }
    try {
      Files.createFile(unfinished, OwnerOnly.FILE);
      try (RandomAccessFile file = new RandomAccessFile(unfinished.toFile(), "rw")) {
        file.setLength(free);
      }
      Tool.run("mkfs.xfs", "-q", "-m", "reflink=1", unfinished.toString());
      DurableFile.force(unfinished);
      Files.move(unfinished, image, StandardCopyOption.ATOMIC_MOVE);
      DurableFile.force(image.getParent());
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
    // discard frees the blocks of deleted volumes on the disk; nouuid allows mounting a copy of the
    // data directory beside the original.
    String options = "loop,discard,noatime,nouuid,nosuid,nodev,noexec";
    try {
      // Some kernels have no quota support.
      if (!Tool.tryRun(mounting(options + ",prjquota", image, folder)).succeeded()) {
        Tool.run(mounting(options, image, folder));
      }
    } catch (DataPlaneException e) {
      if (made) {
        Files.delete(image);
      }
      throw e;
    }
  }

  private static List<String> mounting(String options, Path image, Path folder) {
    return List.of("mount", "-t", "xfs", "-o", options, image.toString(), folder.toString());
  }
}
