package dev.goldenrod.junit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The server that the tests of a user share. Whoever needs it first starts it; it ends when no
 * process has used it for a while.
 */
final class BackgroundServer {
  private static final String END_AFTER = "GOLDENROD_TESTS_END_AFTER";
  private static final String QUARTER_OF_AN_HOUR = "900";

  private static final System.Logger LOG = System.getLogger(BackgroundServer.class.getName());
  private static final Map<Path, CloneServer> OPEN = new ConcurrentHashMap<>();
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final long PAUSE_MILLIS = 20;
  private static final String JAR = "goldenrod.jar";

  private final Path folder;
  private final Duration endAfter;

  BackgroundServer(Path folder, Duration endAfter) {
    this.folder = folder;
    this.endAfter = endAfter;
  }

  /** Where builds with this version of Goldenrod share it unless they say otherwise. */
  static Path usualFolder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path parent =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return parent.resolve("goldenrod").resolve(version());
  }

  /**
   * How long it waits for another build unless that is said.
   *
   * @throws GoldenrodException when the environment says it in no seconds
   */
  static Duration usualEnd() {
    String seconds = System.getenv().getOrDefault(END_AFTER, QUARTER_OF_AN_HOUR);
    try {
      return Duration.ofSeconds(Long.parseUnsignedLong(seconds));
    } catch (NumberFormatException e) {
      throw new GoldenrodException(
          "%s is '%s'; it must be a number of seconds, as in 60".formatted(END_AFTER, seconds));
    }
  }

  private static String version() {
    try (InputStream file = BackgroundServer.class.getResourceAsStream("version.properties")) {
      Properties known = new Properties();
      known.load(file);
      return known.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The server of that folder, which this process uses until it ends.
   *
   * @throws GoldenrodException when it cannot be started; the message says why
   */
  static CloneServer of(Path folder, Duration endAfter) {
    return OPEN.computeIfAbsent(
        folder.toAbsolutePath().normalize(), path -> new BackgroundServer(path, endAfter).open());
  }

  private CloneServer open() {
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      return new LockedFile(folder.resolve("starting.lock")).during(this::connected);
    } catch (IOException e) {
      throw new UncheckedIOException("no server for tests in " + folder, e);
    }
  }

  private CloneServer connected() throws IOException {
    Api api = isUp() ? api() : start();
    return new CloneServer(api, FolderCoordination.register(folder));
  }

  /** Whether the server answers; nobody else is told the token. */
  boolean isUp() throws IOException {
    if (Files.notExists(folder.resolve("address")) || !isAlive()) {
      return false;
    }
    try {
      api().get("/v1/engines");
      return true;
    } catch (GoldenrodException ended) {
      return false;
    }
  }

  /**
   * Whether the server lives, which has locked its data directory as long as it does: at the
   * address of one that was killed a stranger may listen by now.
   */
  private boolean isAlive() throws IOException {
    Path lock = folder.resolve("data").resolve("server.lock");
    try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE);
        FileLock free = channel.tryLock()) {
      return free == null;
    } catch (NoSuchFileException neverStarted) {
      return false;
    }
  }

  private Api api() throws IOException {
    return new Api(
        URI.create(Files.readString(folder.resolve("address")).strip()),
        Files.readString(folder.resolve("data").resolve("admin-token")).strip());
  }

  private Api start() throws IOException {
    Files.deleteIfExists(folder.resolve("address"));
    Path log = folder.resolve("server.log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                unpacked().toString(),
                "test-server",
                "--folder",
                folder.toString(),
                "--end-after",
                Long.toString(endAfter.toSeconds()))
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    process.getOutputStream().close();
    LOG.log(Level.INFO, "starting the server for tests, which logs to {0}", log);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!isUp()) {
      if (!process.isAlive() || System.nanoTime() > end) {
        process.destroy();
        throw new GoldenrodException(
            "the server for tests did not start; %s has its words: %s"
                .formatted(log, Files.readString(log).strip()));
      }
      Pauses.pause(PAUSE_MILLIS);
    }
    return api();
  }

  /** The jar that the server is started from, which later builds of another version replace. */
  private Path unpacked() throws IOException {
    Path jar = folder.resolve(JAR);
    Path fresh = folder.resolve(JAR + ".new");
    try (InputStream content = BackgroundServer.class.getResourceAsStream(JAR)) {
      if (content == null) {
        throw new GoldenrodException("this build of goldenrod-junit has no " + JAR + " in it");
      }
      Files.copy(content, fresh, StandardCopyOption.REPLACE_EXISTING);
    }
    return Files.move(fresh, jar, StandardCopyOption.ATOMIC_MOVE);
  }
}
