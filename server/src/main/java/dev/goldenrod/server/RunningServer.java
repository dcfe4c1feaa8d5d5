package dev.goldenrod.server;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.ControlPlaneBuilder;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreException;
import dev.goldenrod.server.audit.AuditWriter;
import dev.goldenrod.server.backup.MaintenanceSocket;
import dev.goldenrod.server.log.ServerLog;
import dev.goldenrod.server.metrics.ServerMetrics;
import dev.goldenrod.server.trace.TracedStore;
import dev.goldenrod.server.trace.TracingObserver;
import dev.goldenrod.storage.jdbi.JdbiStore;
import java.io.UncheckedIOException;
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
  private Optional<String> fingerprint = Optional.empty();
  private URI address = URI.create("http://localhost");
  private Optional<URI> management = Optional.empty();
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
    return start(options, new Environment(environment));
  }

  /** The same with a configuration file. */
  public static RunningServer start(ServeOptions options, Environment environment) {
    return start(ServeSettings.of(options, environment));
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
    ServeOptions options = ServeOptions.of(environment);
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
    ServeOptions options = ServeOptions.of(environment);
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

  /**
   * Checks what {@code serve} would start with.
   *
   * @throws UsageException when it would not start
   */
  public static void check(ServeOptions options, Environment environment) {
    options.log.levels(environment);
    Listening.requireUsable(ServeSettings.of(options, environment).tls());
  }

  /**
   * Takes what of these options can be taken while it runs: levels of the log, and caps.
   *
   * @throws UsageException when one is no good
   */
  public void take(ServeOptions options, Environment environment) {
    ServeSettings settings = ServeSettings.of(options, environment);
    ServerLog.give(options.log.levels(environment));
    control().changeCaps(settings.caps());
    settings.instanceCaps().withoutReset().give(control().quotas());
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

  /** Where those who watch the server ask it; empty when that is the same address. */
  public Optional<URI> managementAddress() {
    return management;
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

  /**
   * What clients can pin, as in {@code sha256:…}: of the authority of the API's certificate. Empty
   * unless that is our own.
   */
  public Optional<String> fingerprint() {
    return fingerprint;
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
    Listening.requirePossible(settings);
    DataDirectory directory = DataDirectory.lock(settings.dataDir());
    closers.push(directory::close);
    tokenFile = directory.adminToken();
    ServerTls tls = ServerTls.open(settings, directory);
    closers.push(tls::close);
    fingerprint = tls.fingerprint();
    ServerMetrics metrics = new ServerMetrics();
    JdbiStore opening = new StoreStart(settings.store()).open(directory);
    Store store = new TracedStore(metrics.observed(opening));
    closers.push(store::close);
    closers.push(MaintenanceSocket.listen(DataDirectory.socket(directory.path()), opening)::close);
    ControlPlane opened = controlPlane(settings, directory, store, metrics);
    closers.push(() -> dataPlane.ifPresent(ServerDataPlane::close));
    settings
        .auditLog()
        .map(
            log ->
                AuditWriter.start(
                    auditEvents(opened), log, directory.auditCursor(), opening.clock()))
        .ifPresent(writer -> closers.push(writer::close));
    closers.push(opened::close);
    dataPlane = EmbeddedDataPlane.attach(opened, settings, directory);
    settings.instanceCaps().give(opened.quotas());
    newAdminToken = AdminToken.ensure(opened.members(), settings, directory);
    closers.push(AdminToken.keepRenewed(opened.members(), settings, directory));
    closers.push(() -> dataPlane.ifPresent(ServerDataPlane::leave));
    dataPlane.ifPresent(plane -> EmbeddedDataPlane.serveDeclared(plane, opened, settings));
    opened.start();
    control = Optional.of(opened);
    AgentHost agents = new AgentHost(opened.agents(), Version.current());
    closers.push(agents::close);
    HttpApi http =
        HttpApi.create(opened, settings.http(tls.api()))
            .metrics(metrics)
            .acceptAgents(agents)
            .tellAuthorities(
                () ->
                    tls.authorities()
                        + dataPlane
                            .flatMap(plane -> EmbeddedDataPlane.authorities(plane, settings))
                            .orElse(""))
            .start(settings.host(), settings.port());
    closers.push(http::close);
    closers.push(metrics::close);
    metrics.watch(opened.statistics(), http::isReady, http::certificateEnd, Version.current());
    management = settings.management().map(where -> startManagement(http, where));
    closers.push(() -> drain(http, settings.drainTime()));
    String scheme = tls.api().isPresent() ? "https" : "http";
    address = Listening.address(scheme, settings.host(), http.port());
  }

  private static AuditWriter.Source auditEvents(ControlPlane control) {
    return new AuditWriter.Source() {
      @Override
      public List<AuditEntry> after(long number, int limit) {
        return control.auditLog().after(number, limit);
      }

      @Override
      public long lastNumber() {
        return control.auditLog().lastNumber();
      }
    };
  }

  private static URI startManagement(HttpApi http, ManagementOptions.Address where) {
    http.startManagement(where.host(), where.port());
    return Listening.address("http", where.host(), http.managementPort());
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
      ServeSettings settings, DataDirectory directory, Store store, ServerMetrics metrics) {
    ControlPlaneBuilder builder = ControlPlane.builder();
    settings.peerUrl().ifPresent(builder::peerUrl);
    return builder
        .store(store)
        .settings(settings.control())
        .observer(new TracingObserver(metrics.observer()))
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
}
