package dev.goldenrod.http;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.agent.AgentGateway;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.agent.AgentDoor;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.MetricsPage;
import dev.goldenrod.http.service.Readiness;
import dev.goldenrod.http.service.ServiceRoutes;
import dev.goldenrod.http.service.SurfaceRoutes;
import dev.goldenrod.http.tunnel.TunnelDoor;
import dev.goldenrod.http.web.ConnectionLimits;
import dev.goldenrod.http.web.EmbeddedSurface;
import dev.goldenrod.http.web.ManagementServer;
import dev.goldenrod.http.web.WebServer;
import io.javalin.config.JavalinConfig;
import jakarta.servlet.Servlet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves a control plane over HTTP: in a server of its own ({@link #start}), as a servlet ({@link
 * #servlet}) or as routes of a Javalin ({@link #addTo}). Closing it leaves the control plane open.
 * Thread-safe.
 */
public final class HttpApi implements AutoCloseable {
  private static final int MAX_THREADS = 200;
  private static final int MIN_THREADS = 8;
  private static final int MAX_ANSWERING_THREADS = 64;
  private static final Pattern BASE_PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

  private final AgentDoor agents = new AgentDoor();
  private final TunnelDoor tunnels;
  private final LongPolls polls;
  private final Readiness readiness;
  private final MetricsPage metrics = new MetricsPage();
  private final ServiceRoutes service;
  private final WebServer server;
  private final ManagementServer management;
  private final EmbeddedSurface embedded;
  private final Optional<TlsFiles> tls;

  private HttpApi(ControlPlane control, HttpOptions options, ConnectionLimits connections) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    threads.setName("http");
    tls = options.tls();
    polls = new LongPolls(answeringThreads());
    readiness = new Readiness(control);
    tunnels = new TunnelDoor(control, connections.tunnelIdle());
    service =
        new ServiceRoutes(
            control, readiness, metrics, options.version(), options.clientConfig().view());
    List<Route> routes = SurfaceRoutes.of(control, service, options.patience(), polls);
    management = new ManagementServer(service.managementRoutes(), control, polls, metrics);
    server =
        new WebServer(
            routes,
            control,
            polls,
            threads,
            options.idleTimeout(),
            options.stopTimeout(),
            options.bodyBytesInFlight(),
            connections,
            tls.map(TlsFiles::files),
            options.allowedHosts(),
            metrics,
            agents,
            tunnels);
    embedded =
        new EmbeddedSurface(
            routes,
            control,
            polls,
            options.bodyBytesInFlight(),
            options.idleTimeout().multipliedBy(2),
            metrics);
  }

  /** Their number follows the waiting requests, so they need no shutdown. */
  private static Executor answeringThreads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            MAX_ANSWERING_THREADS,
            MAX_ANSWERING_THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DaemonThreads("answer"));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  /** A surface of the control plane with {@link HttpOptions#defaults}, not served anywhere yet. */
  public static HttpApi create(ControlPlane control) {
    return create(control, HttpOptions.defaults());
  }

  /** A surface of the control plane that is not served anywhere yet. */
  public static HttpApi create(ControlPlane control, HttpOptions options) {
    return create(
        control, options, ConnectionLimits.withMostPerAddress(options.connectionsPerAddress()));
  }

  /** The same with limits that a test can reach. */
  static HttpApi create(ControlPlane control, HttpOptions options, ConnectionLimits connections) {
    return new HttpApi(control, options, connections);
  }

  /**
   * Starts a server of its own and returns itself. Once, at most.
   *
   * @param port 0 for any free one
   * @throws java.io.UncheckedIOException when the address is taken or forbidden
   * @throws IllegalArgumentException when the files of its TLS cannot be used
   */
  public HttpApi start(String host, int port) {
    server.start(host, port);
    return this;
  }

  /**
   * Lets agents dial in to its own server, at {@code /v1/agent}. Returns itself. A servlet or a
   * Javalin of one's own takes no agents.
   */
  public HttpApi acceptAgents(AgentGateway gateway) {
    agents.open(gateway);
    return this;
  }

  /**
   * Counts by these metrics from now on, and shows them at {@code /metrics} to admins. Returns
   * itself. Requests to a Javalin of one's own are not counted.
   */
  public HttpApi metrics(HttpMetrics shown) {
    metrics.show(shown::answered, shown::text);
    return this;
  }

  /**
   * Starts another server that answers {@code /livez}, {@code /readyz}, {@code /health} and {@code
   * /metrics} alone, all without a token and in clear text: for an address that only those who
   * watch the server reach. Once, at most. Returns itself.
   *
   * @param port 0 for any free one
   * @throws java.io.UncheckedIOException when the address is taken or forbidden
   */
  public HttpApi startManagement(String host, int port) {
    management.start(host, port);
    return this;
  }

  /** Whether {@code /readyz} is 200. */
  public boolean isReady() {
    return readiness.isReady();
  }

  /**
   * Until when the certificate in the files of its TLS is valid, ended or not; empty for clear
   * text, and while the file cannot be read.
   */
  public Optional<Instant> certificateEnd() {
    return tls.flatMap(TlsFiles::end);
  }

  /** The port that the other server listens on. */
  public int managementPort() {
    return management.port();
  }

  /**
   * Has {@code /v1/ca.pem} answer with those certificates of authorities. Returns itself.
   *
   * @param pem asked for each answer; empty for none, as without this
   */
  public HttpApi tellAuthorities(Supplier<String> pem) {
    service.tellAuthorities(pem);
    return this;
  }

  /** The port that its own server listens on. */
  public int port() {
    return server.port();
  }

  /**
   * A servlet for one's own container, mapped to all below a path, as in {@code /goldenrod/*}. It
   * has to be registered as one that supports asynchronous requests, or those that wait hold their
   * threads.
   */
  public Servlet servlet() {
    return embedded.servlet();
  }

  /**
   * Adds the routes to the configuration of one's own Javalin.
   *
   * @param basePath what all paths begin with, as in {@code /goldenrod}; empty for none
   * @throws IllegalArgumentException when the base path does not begin with a slash, or ends with
   *     one
   */
  public void addTo(JavalinConfig config, String basePath) {
    if (!BASE_PATH.matcher(basePath).matches()) {
      throw new IllegalArgumentException(
          "the base path '" + basePath + "' must be empty or such as /goldenrod");
    }
    embedded.addTo(config, basePath);
  }

  /**
   * Has {@code /readyz} say from now on that the server is stopping, so that balancers send their
   * requests elsewhere before it is {@link #close}d. All requests are answered as before.
   */
  public void drain() {
    readiness.drain();
  }

  /**
   * Stops accepting, ends tunnels, answers those that wait with what there is, and returns when
   * what is in flight is finished or the stop timeout is over. Requests to a servlet or a Javalin
   * from then on get 503.
   */
  @Override
  public void close() {
    polls.completeAll();
    tunnels.close();
    server.stop();
    management.stop();
    readiness.close();
  }
}
