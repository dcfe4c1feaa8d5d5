package dev.goldenrod.server.testing;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tokens;
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
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the tests of one user from a folder: removes the clones of tests that were killed, and
 * ends when none was there for a while or the process is told to, with all databases ended and all
 * goldens kept.
 */
public final class TestServer {
  private static final Logger LOG = LoggerFactory.getLogger(TestServer.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

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
   * Serves until no client was there for that long. The address is in the folder's file {@code
   * address} meanwhile, the token, a new one each time, in {@code data/admin-token}.
   *
   * @param mostGib what goldens may take when it starts
   * @throws IOException when the folder cannot be written
   */
  public static void run(Path folder, Duration endAfter, int mostGib)
      throws IOException, InterruptedException {
    OwnFolder.make(folder);
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
    // No client finds the server yet, and the one that starts it keeps all others from registering.
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

  /** The token of a server that ended opens nothing. */
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
      LOG.info("clone {} of a test that ended is removed", clone);
    } catch (ControlPlaneException | IllegalArgumentException gone) {
      LOG.debug("clone {} is gone: {}", clone, gone.getMessage());
    }
  }

  /** Ends unless a client has come, or looks for a server just now. */
  private boolean isEnded() throws IOException {
    try (StartingLock lock = StartingLock.attempt(folder)) {
      if (!lock.isHeld() || sweep() > 0) {
        return false;
      }
      end();
      return true;
    }
  }

  /** Ends when the process is told to end; a client that holds the lock may wait for that end. */
  private void terminate() {
    try (StartingLock lock = StartingLock.attempt(folder)) {
      LOG.debug("told to end; a client looks for a server: {}", !lock.isHeld());
      end();
    } catch (IOException e) {
      end();
    }
  }

  /** Ends everything that runs, once. */
  private synchronized void end() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      Files.deleteIfExists(address);
      new TestDatabases(server).end();
    } catch (IOException | InterruptedException | RuntimeException e) {
      LOG.warn("not all databases of tests ended; they are stopped as they are", e);
    } finally {
      server.close();
      shutDown();
    }
  }

  /** The folder may have been deleted, as by a build that cleans up. */
  private void shutDown() {
    Path data = folder.resolve("data");
    if (DataDirectory.isOne(data)) {
      LocalDataPlane.shutDown(data);
    } else {
      LocalDataPlane.unmountDeleted(dataId);
    }
  }
}
