package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Directories with all that is in them. */
final class FileTree {
  static final Set<PosixFilePermission> FROZEN = PosixFilePermissions.fromString("r-x------");

  private FileTree() {}

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
   * the system reports a write that was lost before to the first caller of {@code fsync}.
   */
  static void clearWritebackErrors(Path folder) {
    if (System.getProperty("os.name").equals("Linux")) {
      Tool.tryRun("sync", "-f", folder.toString());
    }
  }
}
