package dev.goldenrod.server;

import dev.goldenrod.dataplane.local.DataFolder;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds everything a server keeps, locked by the one process that uses it. The lock
 * ends with the process, however that ends.
 */
final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "server.lock";
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_DIRECTORY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path path;
  private final FileChannel lock;

  private DataDirectory(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Makes the directory if it is missing, and takes its lock.
   *
   * @throws UsageException when it cannot be made or another process holds it
   */
  static DataDirectory open(Path given) {
    Path path = make(given);
    try {
      return new DataDirectory(path, takeLock(path));
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /**
   * Makes the directory, which only its owner can read, if it is missing.
   *
   * @return its absolute path
   * @throws UsageException when it cannot be made
   */
  static Path make(Path given) {
    Path path = given.toAbsolutePath().normalize();
    requireUsable(path);
    try {
      if (Files.notExists(path)) {
        Files.createDirectories(path, PRIVATE_DIRECTORY);
      }
      return path;
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  private static void requireUsable(Path path) {
    try {
      DataFolder.requireUsable(path);
    } catch (DataPlaneException e) {
      throw new UsageException(e.getMessage(), e);
    }
  }

  /** Whether the folder was used as a data directory before. */
  static boolean isOne(Path path) {
    return Files.isRegularFile(path.resolve(LOCK));
  }

  Path path() {
    return path;
  }

  /** A folder in it that only the server's user can enter; made if it is missing. */
  Path privateFolder(String name) {
    Path folder = path.resolve(name);
    try {
      if (Files.notExists(folder)) {
        Files.createDirectory(folder, PRIVATE_DIRECTORY);
      }
      return folder;
    } catch (IOException e) {
      throw new UsageException("folder " + folder + " cannot be made: " + e, e);
    }
  }

  /** Replaces the file in one step by one that only the server's user can read. */
  Path writePrivate(String name, String content) throws IOException {
    Path file = path.resolve(name);
    Path fresh = path.resolve(name + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, PRIVATE_FILE);
    Files.writeString(fresh, content);
    return Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot give back the lock of " + path, e);
    }
  }

  private static UsageException unusable(Path path, IOException cause) {
    return new UsageException(
        "data directory %s cannot be used (%s); choose another --data-dir".formatted(path, cause),
        cause);
  }

  private static FileChannel takeLock(Path directory) throws IOException {
    Path file = directory.resolve(LOCK);
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE),
            PRIVATE_FILE);
    @Nullable FileLock lock = channel.tryLock();
    if (lock == null) {
      String holder = Files.readString(file).strip();
      channel.close();
      throw new UsageException(
          "data directory %s is held by another server (process %s); stop that one or choose another --data-dir"
              .formatted(directory, holder));
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap(
            Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)));
    return channel;
  }
}
