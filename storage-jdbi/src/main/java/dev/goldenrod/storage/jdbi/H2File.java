package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

final class H2File {
  private static final String USER = "goldenrod";

  /** Connections cost little. Each commit holds one until a flush, which many commits share. */
  private static final int CONNECTIONS = 32;

  private H2File() {}

  /** Creates the missing directory and file, accessible only to their owner. */
  static StoreOptions prepare(Path file) {
    Path path = file.toAbsolutePath().normalize();
    if (path.toString().contains(";")) {
      throw new StoreException("store file " + path + " has a ; in its path; use another folder");
    }
    try {
      createFolder(path.getParent());
      create(Path.of(path + ".mv.db"));
    } catch (IOException e) {
      throw new StoreException(
          "store file " + path + ".mv.db cannot be created; check its folder's owner and space", e);
    }
    return StoreOptions.of("jdbc:h2:file:" + path, USER, "").withPoolSize(CONNECTIONS);
  }

  private static void createFolder(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      createFolder(folder.getParent());
      Files.createDirectories(folder, ownerOnly(folder, "rwx------"));
      force(folder.getParent());
    }
  }

  static void create(Path file) throws IOException {
    try {
      Files.createFile(file, ownerOnly(file, "rw-------"));
      force(file.getParent());
    } catch (FileAlreadyExistsException e) {
    }
  }

  /**
   * Locks the file as H2 does; empty if another process uses it. In a process that already has the
   * file open, closing the returned channel would release that lock too.
   */
  static Optional<FileChannel> lock(Path file) throws IOException {
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (isLocked(channel)) {
      return Optional.of(channel);
    }
    channel.close();
    return Optional.empty();
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Waits until the disk has the file, or the entries of the directory. */
  static void force(Path path) throws IOException {
    if (isPosix(path)) {
      try (FileChannel channel = FileChannel.open(path)) {
        channel.force(true);
      }
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] ownerOnly(Path path, String permissions) {
    if (!isPosix(path)) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }
}
