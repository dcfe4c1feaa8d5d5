package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/** Directories with all that is in them. */
final class FileTree {
  static final Set<PosixFilePermission> FROZEN = PosixFilePermissions.fromString("r-x------");

  private FileTree() {}

  /** Throws when the tree holds a symbolic link to something outside of it. */
  static void requireNoLinksOut(Path tree) throws IOException {
    Path real = tree.toRealPath();
    try (Stream<Path> files = Files.walk(real)) {
      for (Path link : (Iterable<Path>) files.filter(Files::isSymbolicLink)::iterator) {
        Path target = Files.readSymbolicLink(link);
        if (!link.resolveSibling(target).normalize().startsWith(real)) {
          throw new DataPlaneException(
              ("%s is a link to %s, and a volume holds no link that leads out of it; move what a"
                      + " tablespace holds to pg_default and drop it, or move pg_wal back into the"
                      + " directory")
                  .formatted(link, target));
        }
      }
    }
  }

  /**
   * Brings all that was written to the tree's file system onto the disk.
   *
   * @throws DataPlaneException when some of it was lost, as on a full disk
   */
  static void sync(Path tree) {
    if (System.getProperty("os.name").equals("Linux")) {
      Tool.run("sync", "-f", tree.toString());
    } else {
      Tool.run("sync");
    }
  }

  /**
   * Lets a later {@link #sync} in the same file system fail for what is written from now on alone:
   * the system reports a write that was lost before to whoever asks first.
   */
  static void forgetLostWrites(Path folder) {
    if (System.getProperty("os.name").equals("Linux")) {
      Tool.attempt("sync", "-f", folder.toString());
    }
  }

  /** The bytes of all files in the tree. */
  static long size(Path tree) throws IOException {
    long size = 0;
    try (Stream<Path> files = Files.walk(tree)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        size += Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
      }
    }
    return size;
  }
}
