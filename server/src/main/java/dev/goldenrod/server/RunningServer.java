package dev.goldenrod.server;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.ControlPlaneBuilder;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.TlsFiles;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of a server, wired, from start to close. */
public final class RunningServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RunningServer.class);

  private final Deque<Runnable> closers = new ArrayDeque<>();
  private Optional<String> newAdminToken = Optional.empty();
  private URI address = URI.create("http://localhost");
  private Path tokenFile = Path.of("");
  private Optional<ControlPlane> control = Optional.empty();
  private Optional<ServerDataPlane> dataPlane = Optional.empty();

  private RunningServer() {}

  /**
   * Starts as {@code serve} does with these options and variables.
   *
   * @throws UsageException when it cannot; then nothing is left open
   */
  public static RunningServer start(ServeOptions options, Map<String, String> environment) {
    return start(ServeSettings.of(options, new Environment(environment)));
  }

  /**
   * Starts as {@code serve} does with no other options.
   *
   * @param port 0 for any free one
   * @param importRoots below which data directories may be registered
   * @param environment variables that are set
   * @throws UsageException when it cannot; then nothing is left open
   */
  public static RunningServer start(
      Path dataDir, int port, List<Path> importRoots, Map<String, String> environment) {
    ServeOptions options = new ServeOptions();
    options.port = port;
    options.dataDir = dataDir;
    options.local.importRoots = importRoots;
    return start(options, environment);
  }

  /**
   * Starts on any free port for tests of this machine's user: whatever he can read may be
   * registered, and neither a clone nor the store waits for the disk.
   *
   * @param environment variables that are set
   * @throws UsageException when it cannot; then nothing is left open
   */
  public static RunningServer startForTests(Path dataDir, Map<String, String> environment) {
    ServeOptions options = new ServeOptions();
    options.port = 0;
    options.dataDir = dataDir;
    options.local.importRoots = List.of(Path.of("/"));
    options.local.volatileClones = true;
    // The store does without waits for the disk, so a power cut leaves it behind its data plane.
    options.acceptOlderStore = true;
    options.volatileStore = true;
    options.orphanGrace = "0s";
    return start(options, environment);
  }

  private static RunningServer start(ServeSettings settings) {
    RunningServer server = new RunningServer();
    try {
      server.open(settings);
      return server;
    } catch (StoreException | DataPlaneException | UncheckedIOException e) {
      server.close();
      throw new UsageException(e.getMessage(), e);
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  /** Where requests are accepted. */
  public URI address() {
    return address;
  }

  /** What answers the requests. */
  public ControlPlane control() {
    return control.orElseThrow();
  }

  /** Ids of the databases that the data plane in this process has, clones included. */
  public Set<UUID> databases() {
    return dataPlane().map(plane -> plane.inventory().databases()).orElse(Set.of());
  }

  /**
   * Runs statements as the administrator in a database that runs in this process's data plane.
   *
   * @throws DataPlaneException when one fails, or when they give clients what leads out of it
   */
  public void administer(UUID database, String statements) {
    if (!(dataPlane().orElse(null) instanceof LocalDataPlane local)) {
      throw new DataPlaneException("only databases of this machine have an administrator here");
    }
    local.administer(database, statements);
  }

  /** The file that keeps a token that was made up. */
  public Path adminTokenFile() {
    return tokenFile;
  }

  /** The admin's token, if it was made up at this start. */
  public Optional<String> newAdminToken() {
    return newAdminToken;
  }

  /** Stops accepting, finishes what is in flight, and leaves the databases running. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closeSafely(closers.pop());
    }
  }

  /** A part that cannot be closed keeps no other one open. */
  private static void closeSafely(Runnable closer) {
    try {
      closer.run();
    } catch (Throwable broken) {
      LOG.error("a part of the server could not be closed", broken);
    }
  }

  private void open(ServeSettings settings) {
    requireFree(settings.host(), settings.port());
    requireUsable(settings.tls());
    DataDirectory directory = DataDirectory.lock(settings.dataDir());
    closers.push(directory::close);
    tokenFile = directory.adminToken();
    Store store = new StoreStart(settings.store()).open(directory);
    closers.push(store::close);
    ControlPlane opened = controlPlane(settings, directory, store);
    closers.push(() -> dataPlane.ifPresent(ServerDataPlane::close));
    closers.push(opened::close);
    dataPlane = EmbeddedDataPlane.attach(opened, settings, directory);
    settings.instanceCaps().give(opened.quotas());
    newAdminToken = AdminToken.ensure(opened.members(), settings, directory);
    closers.push(() -> dataPlane.ifPresent(ServerDataPlane::leave));
    dataPlane.ifPresent(plane -> EmbeddedDataPlane.serveDeclared(plane, opened, settings));
    opened.start();
    control = Optional.of(opened);
    AgentHost agents = new AgentHost(opened.agents(), Version.current());
    closers.push(agents::close);
    HttpApi http =
        HttpApi.create(opened, settings.http())
            .acceptAgents(agents)
            .start(settings.host(), settings.port());
    closers.push(http::close);
    closers.push(() -> drain(http, settings.drainTime()));
    String scheme = settings.tls().isPresent() ? "https" : "http";
    address = address(scheme, settings.host(), http.port());
  }

  /** Balancers see that this server is not ready any more before it refuses what they send. */
  private static void drain(HttpApi http, Duration time) {
    http.drain();
    if (time.isZero()) {
      return;
    }
    LOG.info("ending; requests are still accepted for {} s", time.toSeconds());
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException e) {
      LOG.warn("interrupted; requests are not accepted any more");
    }
  }

  private static ControlPlane controlPlane(
      ServeSettings settings, DataDirectory directory, Store store) {
    ControlPlaneBuilder builder = ControlPlane.builder();
    settings.peerUrl().ifPresent(builder::peerUrl);
    return builder
        .store(store)
        .settings(settings.control())
        .adminEmail(settings.adminEmail())
        .orphanGrace(settings.orphanGrace())
        .acceptOlderStore(settings.acceptOlderStore())
        .serverName(directory.serverName())
        .release(Version.current())
        .build();
  }

  private Optional<DataPlane> dataPlane() {
    return dataPlane.flatMap(ServerDataPlane::get);
  }

  /** Found out before anything is opened, so that a wrong address changes nothing. */
  private static void requireFree(String host, int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(host, port));
    } catch (IOException e) {
      throw new UsageException(
          "cannot listen on %s port %d: %s; choose another --host or --port (0 takes any free one)"
              .formatted(host, port, e.getMessage()),
          e);
    }
  }

  /** Likewise. */
  private static void requireUsable(Optional<TlsFiles> tls) {
    try {
      tls.ifPresent(TlsFiles::requireUsable);
    } catch (IllegalArgumentException e) {
      throw new UsageException("TLS of the API: " + e.getMessage(), e);
    }
  }

  private static URI address(String scheme, String host, int port) {
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create(scheme + "://" + literal + ":" + port);
  }
}
