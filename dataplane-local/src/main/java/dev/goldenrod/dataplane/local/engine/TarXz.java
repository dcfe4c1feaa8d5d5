package dev.goldenrod.dataplane.local.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Archives of directories, links and files, in the tar format, compressed with xz. */
final class TarXz {
  private TarXz() {}

  /**
   * Unpacks the archive into a new folder that every user can read. Programs stay executable.
   *
   * @throws IOException when the archive is damaged, or has an entry or a link that would lead out
   *     of the folder
   */
  static void unpack(InputStream archive, Path folder) throws IOException {
    create(folder);
    try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(archive))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        unpack(tar, entry, folder);
      }
    }
  }

  private static void unpack(TarArchiveInputStream tar, TarArchiveEntry entry, Path folder)
      throws IOException {
    Path target = inside(folder, folder.resolve(entry.getName()));
    if (entry.isDirectory()) {
      create(target);
      return;
    }
    create(target.getParent());
    if (entry.isSymbolicLink()) {
      Path link = Path.of(entry.getLinkName());
      inside(folder, target.resolveSibling(link));
      Files.createSymbolicLink(target, link);
    } else if (entry.isFile()) {
      Files.copy(tar, target);
      Files.setPosixFilePermissions(target, permissions((entry.getMode() & 0100) != 0));
    } else {
      throw new IOException(entry.getName() + " is neither a file nor a directory nor a link");
    }
  }

  private static Path inside(Path folder, Path path) throws IOException {
    if (!path.normalize().startsWith(folder.normalize())) {
      throw new IOException(path + " would lead out of " + folder);
    }
    return path.normalize();
  }

  private static void create(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory);
      Files.setPosixFilePermissions(directory, permissions(true));
    }
  }

  private static Set<PosixFilePermission> permissions(boolean executable) {
    Set<PosixFilePermission> permissions =
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.OTHERS_READ);
    if (executable) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
      permissions.add(PosixFilePermission.GROUP_EXECUTE);
      permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    }
    return permissions;
  }
}
