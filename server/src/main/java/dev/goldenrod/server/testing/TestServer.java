package dev.goldenrod.server.testing;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.process.DurableFile;
import dev.goldenrod.member.Actor;
import dev.goldenrod.server.RunningServer;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the tests of one user from a folder: removes the clones of tests that were killed, and
 * ends when none was there for a while, with all databases ended and all goldens kept.
 */
public final class TestServer {
  private static final Logger LOG = LoggerFactory.getLogger(TestServer.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_END = Duration.ofSeconds(60);

  private static final Duration KEPT = Duration.ofDays(30);
  private static final long MOST_BYTES = 20L << 30;

  private static final Map<String, String> UNLIMITED =
      Map.of(
          "GOLDENROD_MAX_INSTANCES_PER_USER", "10000",
          "GOLDENROD_MAX_INSTANCES_PER_ORG", "10000",
          "GOLDENROD_MAX_DATABASES_PER_ORG", "10000");

  private final Path folder;
  private final Duration endAfter;
  private final RunningServer server;
  private final ControlPlane control;
  private final Actor admin;
  private final TestClients clients;
  private final UnusedGoldens unused;

  private TestServer(Path folder, Duration endAfter, RunningServer server) {
    this.folder = folder;
    this.endAfter = endAfter;
    this.server = server;
    this.control = server.control();
    this.admin = control.admin();
    this.clients = new TestClients(folder.resolve("clients"));
    this.unused = new UnusedGoldens(control, folder.resolve("goldens"), KEPT, MOST_BYTES);
  }

  /**
   * Serves until no client was there for that long. The address is in the folder's file {@code
   * address} meanwhile, the token, a new one each time, in {@code data/admin-token}.
   *
   * @throws IOException when the folder cannot be written
   */
  public static void run(Path folder, Duration endAfter) throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("clients"));
    Files.createDirectories(folder.resolve("goldens"));
    try (RunningServer server =
        RunningServer.start(folder.resolve("data"), 0, List.of(Path.of("/")), UNLIMITED)) {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
      new TestServer(folder, endAfter, server).serve();
    }
  }

  private void serve() throws IOException, InterruptedException {
    // Nobody finds the server as yet.
    unused.remove(Instant.now());
    renewToken();
    Path address = folder.resolve("address");
    write(address, server.address().toString());
    long lastSeen = System.nanoTime();
    while (true) {
      if (clients.sweep(this::destroy) > 0) {
        lastSeen = System.nanoTime();
      } else if (System.nanoTime() - lastSeen > endAfter.toNanos() && isEnded(address)) {
        return;
      }
      Thread.sleep(PAUSE.toMillis());
    }
  }

  /** Whoever has learned the token of a server that ended can do nothing with it. */
  private void renewToken() throws IOException {
    String token = Tokens.newToken();
    write(server.adminTokenFile(), token);
    control.members().setBootstrapToken(token);
  }

  private static void write(Path file, String text) throws IOException {
    DurableFile.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }

  private void destroy(String clone) {
    try {
      control.instances().destroy(admin, UUID.fromString(clone));
      LOG.info("clone {} of a test that ended is removed", clone);
    } catch (ControlPlaneException | IllegalArgumentException gone) {
      LOG.debug("clone {} is gone: {}", clone, gone.getMessage());
    }
  }

  /** Clients hold the same lock while they look for a server. */
  private boolean isEnded(Path address) throws IOException, InterruptedException {
    try (FileChannel starting =
            FileChannel.open(
                folder.resolve("starting.lock"),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        FileLock lock = starting.lock()) {
      if (clients.sweep(this::destroy) > 0) {
        return false;
      }
      Files.deleteIfExists(address);
      endDatabases();
      server.close();
      LocalDataPlane.shutDown(folder.resolve("data"));
      return lock.isValid();
    }
  }

  private void endDatabases() throws InterruptedException {
    control.pools().list(admin).forEach(pool -> control.pools().delete(admin, pool.pool().id()));
    control.instances().list(admin).forEach(one -> destroy(one.id().toString()));
    control.databases().list(admin).stream()
        .filter(one -> one.phase() != DatabasePhase.STOPPED)
        .forEach(unfinished -> control.databases().delete(admin, unfinished.name(), true));
    long end = System.nanoTime() + LONGEST_END.toNanos();
    while (!stopped().containsAll(server.databases()) && System.nanoTime() < end) {
      Thread.sleep(PAUSE.toMillis());
    }
  }

  /** What goldens are made of stays until they have a clone. */
  private Set<UUID> stopped() {
    return control.databases().list(admin).stream().map(Database::id).collect(Collectors.toSet());
  }
}
