package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.MountInfo;
import dev.goldenrod.dataplane.local.process.SystemCalls;
import dev.goldenrod.dataplane.local.process.SystemCalls.RefusedException;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The mounted file systems of this machine. */
final class Mounts {
  private static final Logger LOG = LoggerFactory.getLogger(Mounts.class);

  static final boolean IS_LINUX = System.getProperty("os.name").equals("Linux");

  private Mounts() {}

  /** A mounted file system; the options are those of the file system, not of the mount. */
  record MountedFileSystem(String type, List<String> options) {}

  /** Returns the file system of the directory; without options if the system has no mount table. */
  static MountedFileSystem fileSystemOf(Path directory) {
    if (!Files.exists(MountInfo.TABLE)) {
      return new MountedFileSystem(fileSystem(directory), List.of());
    }
    try {
      Path real = directory.toRealPath();
      // If several file systems are mounted at the same place, the last one is visible.
      return MountInfo.read(MountInfo.TABLE).stream()
          .filter(mount -> real.startsWith(mount.point()))
          .reduce((one, other) -> depth(one) > depth(other) ? one : other)
          .map(mount -> new MountedFileSystem(mount.type(), mount.options()))
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int depth(MountInfo mount) {
    return mount.point().getNameCount();
  }

  static boolean isMountPoint(Path directory) {
    try {
      return !device(directory).equals(device(directory.resolve("..")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the mount points at or below the directory, the latest mount first. */
  static List<Path> below(Path directory) {
    if (!Files.exists(MountInfo.TABLE)) {
      return List.of();
    }
    try {
      List<Path> points =
          MountInfo.read(MountInfo.TABLE).stream()
              .map(MountInfo::point)
              .filter(point -> point.startsWith(directory))
              .toList();
      return Stream.iterate(points.size() - 1, i -> i >= 0, i -> i - 1).map(points::get).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Unmounts the file system. If it is in use, detaches it at once and releases it when its last
   * file is closed.
   */
  static void unmount(Path point) {
    if (SystemCalls.areAvailable()) {
      unmountOrDetach(point.toString());
    } else if (!Tool.tryRun("umount", point.toString()).succeeded()) {
      Tool.run("umount", "-l", point.toString());
    }
  }

  private static void unmountOrDetach(String point) {
    try {
      SystemCalls.unmount(point, 0);
    } catch (RefusedException inUse) {
      SystemCalls.unmount(point, SystemCalls.DETACH);
    }
  }

  static void unmountAll(Path directory) {
    below(directory).forEach(Mounts::unmount);
  }

  /**
   * Flushes the file system of the tree to disk.
   *
   * @throws DataPlaneException if a write to the file system was lost, as on a full disk
   */
  static void sync(Path tree) {
    if (SystemCalls.areAvailable()) {
      SystemCalls.flushFileSystem(tree);
    } else if (IS_LINUX) {
      Tool.run("sync", "-f", tree.toString());
    } else {
      Tool.run("sync");
    }
  }

  /**
   * Ensures that a later {@link #sync} fails for later writes only: the kernel reports an earlier
   * lost write to the next caller of {@code fsync}.
   */
  static void clearWritebackErrors(Path folder) {
    if (IS_LINUX) {
      try {
        sync(folder);
      } catch (DataPlaneException e) {
        LOG.debug("Writes before this moment were lost", e);
      }
    }
  }

  static String fileSystem(Path path) {
    try {
      return Files.getFileStore(path).type();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object device(Path path) throws IOException {
    return Files.getAttribute(path, "unix:dev", LinkOption.NOFOLLOW_LINKS);
  }
}
