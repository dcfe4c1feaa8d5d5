package dev.goldenrod.junit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The server that all test runs of a user share. The first build that needs the server starts it;
 * it ends when no process has used it for a while.
 */
final class BackgroundServer {
  private static final String END_AFTER = "GOLDENROD_TESTS_END_AFTER";
  private static final String QUARTER_OF_AN_HOUR = "900";
  private static final String MOST_GIB = "GOLDENROD_TESTS_MOST_GIB";
  private static final String TWENTY = "20";
  private static final Pattern GIB = Pattern.compile("[0-9]{1,5}");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private static final Map<Path, CloneServer> OPEN = new ConcurrentHashMap<>();

  private final Path folder;
  private final Duration endAfter;

  BackgroundServer(Path folder, Duration endAfter) {
    this.folder = folder;
    this.endAfter = endAfter;
  }

  /** Returns the default folder, which depends on the Goldenrod version. */
  static Path usualFolder() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path parent =
        cache == null || cache.isBlank()
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(cache);
    return parent.resolve("goldenrod").resolve(version());
  }

  /** Returns the default time until an unused server ends; throws if the setting is invalid. */
  static Duration usualEnd() {
    return end(System.getenv().getOrDefault(END_AFTER, QUARTER_OF_AN_HOUR));
  }

  static Duration end(String seconds) {
    if (!SECONDS.matcher(seconds).matches()) {
      throw new GoldenrodException(
          "%s is '%s'; it must be a number of seconds with at most 9 digits, for example 60"
              .formatted(END_AFTER, seconds));
    }
    return Duration.ofSeconds(Long.parseLong(seconds));
  }

  /** Returns the maximum size of all goldens in GiB; throws if the setting is invalid. */
  static int mostGib() {
    return gib(System.getenv().getOrDefault(MOST_GIB, TWENTY));
  }

  static int gib(String gib) {
    if (!GIB.matcher(gib).matches()) {
      throw new GoldenrodException(
          "%s is '%s'; it must be a number of GiB with at most 5 digits, for example 20"
              .formatted(MOST_GIB, gib));
    }
    return Integer.parseInt(gib);
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

  /** Returns the server of a folder; this process counts as a user until it or the server ends. */
  static CloneServer of(Path folder, Duration endAfter) {
    Path path = folder.toAbsolutePath().normalize();
    CloneServer known = OPEN.get(path);
    return known != null && known.isReachable()
        ? known
        : OPEN.compute(path, (same, other) -> open(same, endAfter, other));
  }

  private static CloneServer open(Path path, Duration endAfter, @Nullable CloneServer opened) {
    return opened != null && opened.isReachable()
        ? opened
        : new BackgroundServer(path, endAfter).open();
  }

  private CloneServer open() {
    try {
      Path own = PrivateFolder.create(folder);
      return new LockedFile(own.resolve("starting.lock")).during(() -> connected(own));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot use a test server in " + folder, e);
    }
  }

  private CloneServer connected(Path own) throws IOException {
    ServerFolder server = new ServerFolder(own);
    Api api = server.isUp() ? server.api() : new ServerStart(server, endAfter).run();
    return new CloneServer(
        api, FolderCoordination.register(own), PostgresReleases.ofTestServer(api, server));
  }
}
