package dev.goldenrod.server;

import dev.goldenrod.console.Console;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.ControlPlaneBuilder;
import dev.goldenrod.dataplane.local.DataDirectory;
import dev.goldenrod.dataplane.local.LocalDataPlane;
import dev.goldenrod.dataplane.remote.control.AgentHost;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.oidc.SingleSignOn;
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

/**
 * A running server: creates, connects and closes all of its parts. The methods that start a server
 * throw {@link UsageException} if it cannot start; nothing is left open then.
 */
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

  /** Starts a server with the options and variables of {@code serve}. */
  public static RunningServer start(ServeOptions options, Map<String, String> environment) {
    return start(options, new Environment(environment));
  }

  /** Starts a server whose options may also come from a configuration file. */
  public static RunningServer start(ServeOptions options, Environment environment) {
    return start(ServeSettings.of(options, environment));
  }

  /**
   * Starts a server with defaults for all other options.
   *
   * @param port 0 for any free port
   * @param importRoots folders whose data directories may be registered
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
   * Starts a server for tests on any free port: every data directory that the user can read may be
   * registered, and neither clones nor the store wait for the disk.
   */
  public static RunningServer startForTests(Path dataDir, Map<String, String> environment) {
    ServeOptions options = ServeOptions.of(environment);
    options.port = 0;
    options.dataDir = dataDir;
    options.local.importRoots = List.of(Path.of("/"));
    options.local.volatileClones = true;
    // The store does not wait for the disk, so it may be older than the data plane.
    options.acceptOlderStore = true;
    options.volatileStore = true;
    options.orphanGrace = "0s";
    return start(options, environment);
  }

  /** Checks the settings; throws {@link UsageException} if a server would not start. */
  public static void check(ServeOptions options, Environment environment) {
    options.log.levels(environment);
    ServeSettings.of(options, environment).requireUsableTls();
  }

  /** Applies log levels and limits at run time; throws {@link UsageException} if one is invalid. */
  public void applyReload(ServeOptions options, Environment environment) {
    ServeSettings settings = ServeSettings.of(options, environment);
    ServerLog.setLevels(options.log.levels(environment));
    control().changeCaps(settings.caps());
    settings.instanceCaps().withoutReset().saveTo(control().quotas());
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

  /** Returns the URL of the API. */
  public URI address() {
    return address;
  }

  /** Returns the URL of the listener for health checks and metrics; empty if it is not separate. */
  public Optional<URI> managementAddress() {
    return management;
  }

  public ControlPlane control() {
    return control.orElseThrow();
  }

  /** Returns the ids of all databases, clones included, of the data plane in this process. */
  public Set<UUID> databases() {
    return dataPlane().map(plane -> plane.inventory().databases()).orElse(Set.of());
  }

  /**
   * Runs SQL statements as the administrator in a database of this process's data plane.
   *
   * @throws DataPlaneException if one fails, or would give clients access outside the database
   */
  public void administer(UUID database, String statements) {
    if (!(dataPlane().orElse(null) instanceof LocalDataPlane local)) {
      throw new DataPlaneException(
          "statements can be run as administrator only in databases of a" + " local data plane");
    }
    local.administer(database, statements);
  }

  /**
   * Returns the fingerprint of the API's self-issued authority, as in {@code sha256:…}, for clients
   * to pin; empty if the certificate is not self-issued.
   */
  public Optional<String> fingerprint() {
    return fingerprint;
  }

  /** Returns a link to the console that signs the admin in once, within ten minutes. */
  public String signInLink() {
    return address + Console.signInPath(control(), control().admin());
  }

  public Path adminTokenFile() {
    return tokenFile;
  }

  /** Returns the admin's token if this start generated it. */
  public Optional<String> newAdminToken() {
    return newAdminToken;
  }

  /** Stops accepting requests, completes those in flight, and leaves the databases running. */
  @Override
  public synchronized void close() {
    while (!closers.isEmpty()) {
      closeSafely(closers.pop());
    }
  }

  private static void closeSafely(Runnable closer) {
    try {
      closer.run();
    } catch (Throwable broken) {
      LOG.error("Cannot close a part of the server, will close the others", broken);
    }
  }

  private void open(ServeSettings settings) {
    settings.requireUsableListeners();
    DataDirectory directory = DataDirectory.lock(settings.dataDir());
    closers.push(directory::close);
    tokenFile = directory.adminToken();
    ServerTls tls = ServerTls.open(settings, directory);
    closers.push(tls::close);
    fingerprint = tls.fingerprint();
    ServerMetrics metrics = new ServerMetrics();
    JdbiStore opening = settings.store().open(directory);
    Store store = new TracedStore(metrics.observed(opening));
    closers.push(store::close);
    closers.push(MaintenanceSocket.listen(DataDirectory.socket(directory.path()), opening)::close);
    ControlPlane opened = controlPlane(settings, directory, store, metrics);
    closers.push(() -> dataPlane.ifPresent(ServerDataPlane::close));
    settings
        .auditLog()
        .map(
            log ->
                AuditWriter.start(opened.auditLog(), log, directory.auditCursor(), opening.clock()))
        .ifPresent(writer -> closers.push(writer::close));
    closers.push(opened::close);
    dataPlane = EmbeddedDataPlane.attach(opened, settings, directory);
    settings.instanceCaps().saveTo(opened.quotas());
    newAdminToken = AdminToken.ensure(opened.members(), settings, directory);
    closers.push(AdminToken.keepRenewed(opened.members(), settings, directory));
    closers.push(() -> dataPlane.ifPresent(ServerDataPlane::stopCompanion));
    dataPlane.ifPresent(plane -> EmbeddedDataPlane.serveDeclared(plane, opened, settings));
    opened.start();
    control = Optional.of(opened);
    AgentHost agents = new AgentHost(opened.agents(), Version.current());
    closers.push(agents::close);
    Optional<SingleSignOn> signOn =
        settings.issuers().map(one -> new SingleSignOn(opened, one.url(), one.issuers()).start());
    signOn.ifPresent(started -> closers.push(started::close));
    Console console =
        new Console(opened, Version.current(), signOn)
            .showLaunches(metrics.launches())
            .showSettings(ShownSettings.of(settings, opening.schemaVersion(), dataPlane()));
    HttpApi http =
        HttpApi.create(opened, settings.http(tls.api()), console::addTo)
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
    closers.push(console::close);
    closers.push(metrics::close);
    metrics.watch(opened.statistics(), http::isReady, http::certificateEnd, Version.current());
    management = settings.management().map(where -> startManagement(http, where));
    closers.push(() -> drain(http, settings.drainTime()));
    String scheme = tls.api().isPresent() ? "https" : "http";
    address = url(scheme, settings.host(), http.port());
  }

  private static URI startManagement(HttpApi http, AvailabilityOptions.Address where) {
    http.startManagement(where.host(), where.port());
    return url("http", where.host(), http.managementPort());
  }

  private static URI url(String scheme, String host, int port) {
    String literal = host.contains(":") ? "[" + host + "]" : host;
    return URI.create(scheme + "://" + literal + ":" + port);
  }

  /** Reports the server as not ready before it refuses connections, for load balancers. */
  private static void drain(HttpApi http, Duration time) {
    http.drain();
    if (time.isZero()) {
      return;
    }
    LOG.info("Stopping: requests are accepted for another {} s", time.toSeconds());
    try {
      TimeUnit.MILLISECONDS.sleep(time.toMillis());
    } catch (InterruptedException e) {
      LOG.warn("Interrupted while draining: no more requests are accepted");
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
        .maskingRules(new MaskingRulesFile())
        .build();
  }

  private Optional<DataPlane> dataPlane() {
    return dataPlane.flatMap(ServerDataPlane::get);
  }
}
