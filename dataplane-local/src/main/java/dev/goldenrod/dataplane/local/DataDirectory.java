package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.LocalRoot;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.PathOwnershipCheck;
import dev.goldenrod.dataplane.local.secret.LocalSecrets;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The directory with the persistent state of a server or an embedding program; a later process
 * continues from that state. Locked for one process at a time; the lock ends with that process.
 */
public final class DataDirectory implements AutoCloseable {
  private static final String ADMIN_TOKEN = "admin-token";
  private static final String AUDIT_CURSOR = "audit-log.cursor";
  static final String BACKUPS = "backups";
  static final String CERTIFICATES = "certificates";
  private static final String ID = "id";
  static final String LOCK = "server.lock";
  static final String OWNER = "owner";
  static final String SOCKET = "server.sock";
  static final String STORE = "store";
  static final Set<String> OURS =
      Set.of(
          ADMIN_TOKEN,
          AUDIT_CURSOR,
          BACKUPS,
          CERTIFICATES,
          ID,
          LocalRoot.FOLDER,
          LOCK,
          OWNER,
          LocalSecrets.FOLDER,
          SOCKET,
          STORE);

  private static final int MAKE_ATTEMPTS = 50;
  private static final Duration MAKE_INTERVAL = Duration.ofMillis(20);

  /** Temporary files of {@code DurableFile} whose write was interrupted. */
  private static final Pattern UNFINISHED = Pattern.compile("\\.[0-9]+\\.new");

  private static final String RECOVERED = "lost+found";

  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** Directories held by this process. File locks do not exclude a second holder in one process. */
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
   * Creates the directory with owner-only permissions if it is missing, and locks it.
   *
   * @throws DataPlaneException if the path is a file or a directory with files that are not
   *     Goldenrod's, if another process holds the directory (which is then left untouched), if
   *     another user owns its content or can replace it, or if it cannot be created or written
   */
  public static DataDirectory lock(Path given) {
    requireUsable(given);
    try {
      Files.createDirectories(given.toAbsolutePath().getParent());
      if (!Files.isDirectory(given)) {
        Files.createDirectory(given, OwnerOnly.FOLDER);
        DurableFile.force(given.toAbsolutePath().getParent());
      }
      Path path = given.toRealPath();
      requireOwn(path);
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

  public static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(ID));
  }

  /**
   * Creates the data directory if it is missing, and does not keep it locked.
   *
   * @return the directory's id
   * @throws DataPlaneException if the directory cannot be used
   */
  public static String ensure(Path folder) {
    requireUsable(folder);
    for (int attempt = 1; !isOne(folder); attempt++) {
      make(folder, attempt);
    }
    requireOwn(folder);
    try {
      return keptId(real(folder));
    } catch (IOException e) {
      throw new DataPlaneException("data directory %s cannot be read: %s".formatted(folder, e), e);
    }
  }

  /** Retries, since another process may be creating the data directory and hold it meanwhile. */
  private static void make(Path folder, int attempt) {
    try {
      lock(folder).close();
    } catch (DataPlaneException e) {
      if (attempt == MAKE_ATTEMPTS) {
        throw e;
      }
      LockSupport.parkNanos(MAKE_INTERVAL.toNanos());
    }
  }

  /**
   * Returns the secrets in the data directory, which is created if it is missing. Works while
   * another process holds the directory: imports of that process see a new secret immediately.
   *
   * @throws DataPlaneException if the directory cannot be used
   */
  public static LocalSecrets secretsIn(Path folder) {
    ensure(folder);
    return new LocalSecrets(folder);
  }

  public Path path() {
    return path;
  }

  /** Returns the permanent id of the directory. Copies, such as restored backups, share it. */
  public String id() {
    return id;
  }

  /**
   * Returns the owner name of the directory's control groups, ports and user ids on this machine. A
   * copy of the directory at another path has the same id, but not the same owner name.
   */
  String resourceOwner() {
    return id + "-" + Integer.toHexString(path.toString().hashCode());
  }

  /**
   * Returns the owner name in the server's leases. The next server of this directory has the same
   * name, so it resumes the work of a killed one at once.
   */
  public String serverName() {
    return "server of " + id;
  }

  /** Returns the path of the embedded store's database file, without its extension. */
  public Path store() {
    return path.resolve(STORE).resolve("goldenrod");
  }

  public LocalSecrets secrets() {
    return new LocalSecrets(path);
  }

  public Path adminToken() {
    return path.resolve(ADMIN_TOKEN);
  }

  public Path auditCursor() {
    return path.resolve(AUDIT_CURSOR);
  }

  public Path backups() {
    return path.resolve(BACKUPS);
  }

  /** Returns the Unix socket on which a server takes requests of local commands. */
  public static Path socket(Path directory) {
    return directory.resolve(SOCKET);
  }

  /** Returns whether the directory contains, or contained, database volumes. */
  public boolean hasVolumes() {
    return Files.exists(path.resolve(LocalRoot.FOLDER));
  }

  public Path certificates() {
    return path.resolve(CERTIFICATES);
  }

  OwnerFile owner() {
    return new OwnerFile(path.resolve(OWNER));
  }

  /** Deletes Goldenrod's files, and the directory itself if no other files are left in it. */
  void delete() throws IOException {
    for (Path entry : entries(path)) {
      if (isOurs(entry)) {
        FileTrees.delete(entry);
      }
    }
    if (entries(path).isEmpty()) {
      Files.delete(path);
    }
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

  private static void requireUsable(Path folder) {
    PathOwnershipCheck.requireSafePath(folder);
    if (!Files.exists(folder) || isOne(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new DataPlaneException(
          "%s is a file, not a data directory of Goldenrod; choose an empty or new directory"
              .formatted(folder));
    }
    List<Path> others =
        entries(folder).stream()
            .filter(entry -> !isOurs(entry))
            .filter(entry -> !entry.endsWith(RECOVERED))
            .toList();
    if (!others.isEmpty()) {
      throw new DataPlaneException(
          "%s contains %s, so it is not a data directory of Goldenrod; choose an empty or new directory"
              .formatted(folder, others.get(0).getFileName()));
    }
  }

  /**
   * Checks that no other user owns or can replace the content of a data directory. Content from
   * another user is dangerous: a store above all can be made to run programs.
   *
   * @throws DataPlaneException if another user owns the content or can replace it
   */
  public static void requireOwn(Path directory) {
    PathOwnershipCheck.requireSafePath(directory);
    Path path = real(directory);
    PathOwnershipCheck.restrictDirectory(path);
    entries(path).stream().filter(DataDirectory::isOurs).forEach(PathOwnershipCheck::restrictFile);
    Path store = path.resolve(STORE);
    if (Files.isDirectory(store)) {
      entries(store).forEach(PathOwnershipCheck::restrictFile);
    }
  }

  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      throw new DataPlaneException("data directory %s cannot be read: %s".formatted(folder, e), e);
    }
  }

  private static boolean isOurs(Path entry) {
    String name = entry.getFileName().toString();
    return OURS.contains(name) || UNFINISHED.matcher(name).matches();
  }

  private static List<Path> entries(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }

  private static DataDirectory lockForProcess(Path path) throws IOException {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              path.resolve(LOCK),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              OwnerOnly.FILE);
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
          "%s does not contain the id of the data directory, by which the server finds its resources; restore the file from a backup, or purge the directory"
              .formatted(file));
    }
    return id;
  }

  private static DataPlaneException held(Path path, String pid) {
    return new DataPlaneException(
        ("data directory %s is in use by another server, process %s; stop that server ('goldenrod down"
                + " --data-dir %s' if 'goldenrod up' started it), or use another data directory")
            .formatted(path, pid, path));
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
}
