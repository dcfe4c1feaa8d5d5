package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

final class FileSystemSync {
  static final Set<PosixFilePermission> FROZEN = PosixFilePermissions.fromString("r-x------");

  private FileSystemSync() {}

  /**
   * @throws DataPlaneException if a write to the file system was lost, as on a full disk
   */
  static void sync(Path tree) {
    if (System.getProperty("os.name").equals("Linux")) {
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
    if (System.getProperty("os.name").equals("Linux")) {
      Tool.tryRun("sync", "-f", folder.toString());
    }
  }
}
