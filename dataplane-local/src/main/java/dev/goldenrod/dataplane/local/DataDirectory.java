package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.process.DurableFile;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/** A data directory that this process alone uses: the lock ends with the process at the latest. */
final class DataDirectory implements AutoCloseable {
  private static final String LOCK = "data-plane.lock";
  private static final String ID = "id";
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final FileAttribute<Set<PosixFilePermission>> CLOSED_FOLDER = mode("rwx------");
  private static final FileAttribute<Set<PosixFilePermission>> CLOSED_FILE = mode("rw-------");

  /** The system's locks do not hold between two users of one process. */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path path;
  private final FileChannel lock;
  private final String id;

  private DataDirectory(Path path, FileChannel lock, String id) {
    this.path = path;
    this.lock = lock;
    this.id = id;
  }

  /**
   * Makes the directory if it is missing, and locks it.
   *
   * @throws DataPlaneException when it holds anything that is not Goldenrod's, when another process
   *     holds it, which then was not disturbed, or when it cannot be made or written
   */
  static DataDirectory lock(Path given) {
    DataFolder.requireUsable(given);
    try {
      Files.createDirectories(given.toAbsolutePath().getParent());
      if (!Files.isDirectory(given)) {
        Files.createDirectory(given, CLOSED_FOLDER);
      }
      Path path = given.toRealPath();
      if (!HELD_HERE.add(path)) {
        throw held(path, Long.toString(ProcessHandle.current().pid()));
      }
      return lockForProcess(path);
    } catch (IOException e) {
      throw new DataPlaneException(
          "data directory %s cannot be used: %s; does it belong to this user?".formatted(given, e),
          e);
    }
  }

  /** Whether the folder was opened as a data directory before. */
  static boolean isOne(Path path) {
    return Files.isRegularFile(path.resolve(ID));
  }

  /**
   * The id of a directory that another process may hold; one that is new becomes a data directory.
   *
   * @throws DataPlaneException when it cannot be used
   */
  static String idOf(Path path) {
    if (!isOne(path)) {
      lock(path).close();
    }
    try {
      return keptId(path.toRealPath());
    } catch (IOException e) {
      throw new DataPlaneException("data directory %s cannot be read: %s".formatted(path, e), e);
    }
  }

  Path path() {
    return path;
  }

  /** A name that the directory keeps for life and shares with no other one. */
  String id() {
    return id;
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unlock " + path, e);
    } finally {
      HELD_HERE.remove(path);
    }
  }

  private static DataDirectory lockForProcess(Path path) throws IOException {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              path.resolve(LOCK),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              CLOSED_FILE);
      if (channel.tryLock() == null) {
        throw held(path, read(channel));
      }
      write(channel, Long.toString(ProcessHandle.current().pid()));
      return new DataDirectory(path, channel, keptId(path));
    } catch (IOException | RuntimeException e) {
      HELD_HERE.remove(path);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  private static String keptId(Path path) throws IOException {
    Path file = path.resolve(ID);
    if (!Files.exists(file)) {
      DurableFile.write(file, UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII));
    }
    String id = Files.readString(file).strip();
    if (!UUID_TEXT.matcher(id).matches()) {
      throw new DataPlaneException(
          "%s does not hold the data directory's id; what this data plane has is known by that id, so restore the file from a backup, or purge the directory"
              .formatted(file));
    }
    return id;
  }

  private static DataPlaneException held(Path path, String pid) {
    return new DataPlaneException(
        ("data directory %s is held by another server, process %s; stop that one, or use another"
                + " data directory")
            .formatted(path, pid));
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(Long.BYTES * 4);
    channel.read(buffer, 0);
    return new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII);
  }

  private static void write(FileChannel channel, String text) throws IOException {
    channel.truncate(0);
    channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)), 0);
  }

  private static FileAttribute<Set<PosixFilePermission>> mode(String mode) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
  }
}
