package dev.goldenrod.dataplane.local;

import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.FileTrees;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.OwnPlace;
import dev.goldenrod.dataplane.local.root.LocalRoot;
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
 * The folder that holds everything a server or an embedding program keeps, each thing in its known
 * place, so that one can go on where the other ended. This process alone uses it: the lock ends
 * with the process at the latest.
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

  /** A file that was not finished. */
  private static final Pattern UNFINISHED = Pattern.compile("\\.[0-9]+\\.new");

  /** What a fresh file system holds already. */
  private static final String RECOVERED = "lost+found";

  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

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
   * Makes the directory, for its owner alone, if it is missing, and locks it.
   *
   * @throws DataPlaneException when it is a file or holds anything that is not Goldenrod's, when
   *     somebody else holds it, which then was not disturbed, when another user made it or can
   *     exchange what is in it, or when it cannot be made or written
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

  /** Whether the folder is a data directory already. */
  public static boolean isOne(Path folder) {
    return Files.isRegularFile(folder.resolve(ID));
  }

  /**
   * Makes the folder a data directory if it is none, without holding it afterwards.
   *
   * @return its id
   * @throws DataPlaneException when it cannot be used
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

  /** Another process may hold the folder, which makes it a data directory in a moment. */
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
   * The secrets of the folder, which becomes a data directory if it is none; also while another
   * process holds it, whose imports find what is put there at once.
   *
   * @throws DataPlaneException when it cannot be used
   */
  public static LocalSecrets secretsIn(Path folder) {
    ensure(folder);
    return new LocalSecrets(folder);
  }

  /** The real path of the directory. */
  public Path path() {
    return path;
  }

  /** A name that the directory keeps for life and shares with no other one. */
  public String id() {
    return id;
  }

  /**
   * The name in leases of the server that holds the directory: the next holder goes on at once with
   * what a killed one had begun.
   */
  public String serverName() {
    return "server of " + id;
  }

  /** The database file of an embedded store, without its ending. */
  public Path store() {
    return path.resolve(STORE).resolve("goldenrod");
  }

  /** The logins of sources, by the names that sources give them. */
  public LocalSecrets secrets() {
    return new LocalSecrets(path);
  }

  /** The file with the first admin's token. */
  public Path adminToken() {
    return path.resolve(ADMIN_TOKEN);
  }

  /** The file that tells how far the audit log was written. */
  public Path auditCursor() {
    return path.resolve(AUDIT_CURSOR);
  }

  /** The folder of the backups that servers make before they migrate a store. */
  public Path backups() {
    return path.resolve(BACKUPS);
  }

  /** The socket on which a server takes requests of commands on this machine. */
  public static Path socket(Path directory) {
    return directory.resolve(SOCKET);
  }

  /** Whether anything is on its volumes or was. */
  public boolean hasVolumes() {
    return Files.exists(path.resolve(LocalRoot.FOLDER));
  }

  /** The folder of its authority of certificates, for the server's user alone. */
  public Path certificates() {
    return path.resolve(CERTIFICATES);
  }

  /** Which store what runs in it belongs to, and how far that had come. */
  OwnerFile owner() {
    return new OwnerFile(path.resolve(OWNER));
  }

  /** Deletes what Goldenrod keeps in it, and the directory when nothing else is in it. */
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
    OwnPlace.requireWay(folder);
    if (!Files.exists(folder) || isOne(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new DataPlaneException(
          "%s is a file, so it is no data directory of Goldenrod; choose an empty or a new one"
              .formatted(folder));
    }
    List<Path> others =
        entries(folder).stream()
            .filter(entry -> !isOurs(entry))
            .filter(entry -> !entry.endsWith(RECOVERED))
            .toList();
    if (!others.isEmpty()) {
      throw new DataPlaneException(
          "%s holds %s, so it is no data directory of Goldenrod; choose an empty or a new one"
              .formatted(folder, others.get(0).getFileName()));
    }
  }

  /**
   * Makes sure that no other user made what is in a data directory: what is read from it, a store
   * above all, can be made to run programs.
   *
   * @throws DataPlaneException when one did, or can exchange it
   */
  public static void requireOwn(Path directory) {
    OwnPlace.requireWay(directory);
    Path path = real(directory);
    OwnPlace.requireDirectory(path);
    entries(path).stream().filter(DataDirectory::isOurs).forEach(OwnPlace::requireEntry);
    Path store = path.resolve(STORE);
    if (Files.isDirectory(store)) {
      entries(store).forEach(OwnPlace::requireEntry);
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
          "%s does not hold the data directory's id; what this data plane has is known by that id, so restore the file from a backup, or purge the directory"
              .formatted(file));
    }
    return id;
  }

  private static DataPlaneException held(Path path, String pid) {
    return new DataPlaneException(
        ("data directory %s is held by another server, process %s; stop that one ('goldenrod down"
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
