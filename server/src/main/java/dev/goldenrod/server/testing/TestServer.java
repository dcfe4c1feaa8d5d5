package dev.goldenrod.server.testing;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.member.Actor;
import dev.goldenrod.server.RunningServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server for the tests of one user. It deletes the clones of killed tests, and stops after a time
 * without clients or on a signal. Stopping ends all databases and keeps all goldens.
 */
public final class TestServer {
  private static final Logger LOG = LoggerFactory.getLogger(TestServer.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration LONGEST_END = Duration.ofSeconds(60);

  private static final int GIB = 30;
  private static final Duration KEPT = Duration.ofDays(30);

  private static final Map<String, String> UNLIMITED =
      Map.of(
          "GOLDENROD_MAX_INSTANCES_PER_USER", "10000",
          "GOLDENROD_MAX_INSTANCES_PER_ORG", "10000",
          "GOLDENROD_MAX_DATABASES_PER_USER", "10000",
          "GOLDENROD_MAX_DATABASES_PER_ORG", "10000",
          "GOLDENROD_MAX_SNAPSHOTS_PER_USER", "10000",
          "GOLDENROD_MAX_SNAPSHOTS_PER_ORG", "10000");

  private final Path folder;
  private final Path address;
  private final String dataId;
  private final Duration endAfter;
  private final RunningServer server;
  private final ControlPlane control;
  private final Actor admin;
  private final TestClients clients;
  private final UnusedGoldens unused;
  private final AdminScripts scripts;
  private boolean ended;

  private TestServer(Path folder, Duration endAfter, int mostGib, RunningServer server) {
    this.folder = folder;
    this.address = folder.resolve("address");
    this.dataId = DataDirectory.ensure(folder.resolve("data"));
    this.endAfter = endAfter;
    this.server = server;
    this.control = server.control();
    this.admin = control.admin();
    this.clients = new TestClients(folder);
    this.unused =
        new UnusedGoldens(control, folder.resolve("goldens"), KEPT, (long) mostGib << GIB);
    this.scripts = new AdminScripts(folder.resolve("scripts"), server::administer);
  }

  /**
   * Serves until there was no client for {@code endAfter}. Meanwhile the address is in the folder's
   * file {@code address} and the token, which each start renews, in {@code data/admin-token}. The
   * goldens are limited to {@code mostGib} at the start.
   */
  public static void run(Path folder, Duration endAfter, int mostGib)
      throws IOException, InterruptedException {
    PrivateFolder.create(folder);
    OwnerOnly.makeFolder(folder.resolve("clients"));
    OwnerOnly.makeFolder(folder.resolve("goldens"));
    RunningServer started = RunningServer.startForTests(folder.resolve("data"), UNLIMITED);
    TestServer server = new TestServer(folder, endAfter, mostGib, started);
    Runtime.getRuntime().addShutdownHook(new Thread(server::terminate, "shutdown"));
    try {
      server.serve();
    } finally {
      server.end();
    }
  }

  private void serve() throws IOException, InterruptedException {
    // No client can find the server yet: the one that starts it holds the lock for registering.
    unused.remove(Instant.now());
    clients.deleteUnfinished();
    scripts.clear();
    renewToken();
    write(address, server.address().toString());
    long lastSeen = System.nanoTime();
    while (true) {
      if (sweep() > 0) {
        lastSeen = System.nanoTime();
      } else if (System.nanoTime() - lastSeen > endAfter.toNanos() && isEnded()) {
        return;
      }
      Thread.sleep(PAUSE.toMillis());
    }
  }

  private synchronized int sweep() throws IOException {
    if (ended) {
      return 0;
    }
    scripts.run();
    return clients.sweep(this::delete);
  }

  /** Replaces the token, so that the token of an earlier server is no longer valid. */
  private void renewToken() throws IOException {
    String token = Tokens.newToken();
    write(server.adminTokenFile(), token);
    control.members().setBootstrapToken(token);
  }

  private static void write(Path file, String text) throws IOException {
    DurableFile.write(file, text.getBytes(StandardCharsets.US_ASCII));
  }

  private void delete(String clone) {
    try {
      control.instances().delete(admin, UUID.fromString(clone));
      LOG.info("Deleted clone {}, because its test has ended", clone);
    } catch (ControlPlaneException | IllegalArgumentException gone) {
      LOG.debug("Cannot delete clone {}, it does not exist any more: {}", clone, gone.getMessage());
    }
  }

  /** Stops the server unless a client is registered or looking for a server. */
  private boolean isEnded() throws IOException {
    try (StartingLock lock = StartingLock.attempt(folder)) {
      if (!lock.isHeld() || sweep() > 0) {
        return false;
      }
      end();
      return true;
    }
  }

  /** Stops the server even if a client holds the lock, because it may be waiting for the end. */
  private void terminate() {
    try (StartingLock lock = StartingLock.attempt(folder)) {
      LOG.debug("Stopping on a signal; a client is looking for a server: {}", !lock.isHeld());
      end();
    } catch (IOException e) {
      end();
    }
  }

  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      Files.deleteIfExists(address);
      deleteDatabases();
    } catch (IOException | InterruptedException | RuntimeException e) {
      LOG.warn("Cannot delete all databases of tests, will stop those that remain", e);
    } finally {
      server.close();
      shutDown();
    }
  }

  /** Deletes everything but the goldens' own databases, and waits for at most a minute. */
  private void deleteDatabases() throws InterruptedException {
    control.pools().list(admin).forEach(pool -> control.pools().delete(admin, pool.pool().id()));
    control.instances().list(admin).forEach(one -> control.instances().delete(admin, one.id()));
    control.databases().list(admin).stream()
        .filter(one -> one.phase() != DatabasePhase.STOPPED)
        .forEach(unfinished -> control.databases().delete(admin, unfinished.name(), true));
    long end = System.nanoTime() + LONGEST_END.toNanos();
    while (!stoppedDatabases().containsAll(server.databases()) && System.nanoTime() < end) {
      Thread.sleep(POLL.toMillis());
    }
  }

  /** Goldens are made from stopped databases, which are kept until there is a clone. */
  private Set<UUID> stoppedDatabases() {
    return control.databases().list(admin).stream().map(Database::id).collect(Collectors.toSet());
  }

  /** Stops the databases, even if a build has deleted the folder meanwhile. */
  private void shutDown() {
    Path data = folder.resolve("data");
    if (DataDirectory.isOne(data)) {
      LocalDataPlane.shutDown(data);
    } else {
      LocalDataPlane.unmountDeleted(dataId);
    }
  }
}
