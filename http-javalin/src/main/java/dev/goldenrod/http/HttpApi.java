package dev.goldenrod.http;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.agent.AgentGateway;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.resource.ApiRoutes;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.MetricsPage;
import dev.goldenrod.http.service.Readiness;
import dev.goldenrod.http.service.ServiceRoutes;
import dev.goldenrod.http.web.ConnectionLimits;
import dev.goldenrod.http.web.EmbeddedApi;
import dev.goldenrod.http.web.ManagementServer;
import dev.goldenrod.http.web.WebServer;
import dev.goldenrod.http.websocket.AgentEndpoint;
import dev.goldenrod.http.websocket.TunnelEndpoint;
import io.javalin.config.JavalinConfig;
import jakarta.servlet.Servlet;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The HTTP API of a control plane. Runs as a standalone server ({@link #start}), as a servlet
 * ({@link #servlet}) or as routes of an existing Javalin application ({@link #addTo}). Closing the
 * API does not close the control plane. Thread-safe.
 */
public final class HttpApi implements AutoCloseable {
  private static final int MAX_THREADS = 200;
  private static final int MIN_THREADS = 8;
  private static final int MAX_ANSWERING_THREADS = 64;
  private static final Pattern BASE_PATH = Pattern.compile("(/[A-Za-z0-9._~-]+)*");

  private final AgentEndpoint agents = new AgentEndpoint();
  private final TunnelEndpoint tunnels;
  private final LongPolls polls;
  private final Readiness readiness;
  private final MetricsPage metrics = new MetricsPage();
  private final ServiceRoutes service;
  private final WebServer server;
  private final ManagementServer management;
  private final EmbeddedApi embedded;
  private final Optional<TlsFiles> tls;

  private HttpApi(
      ControlPlane control,
      HttpOptions options,
      ConnectionLimits connections,
      Optional<Consumer<JavalinConfig>> pages) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    threads.setName("http");
    tls = options.tls();
    polls = new LongPolls(answeringThreads());
    readiness = new Readiness(control);
    tunnels = new TunnelEndpoint(control, connections.tunnelIdle());
    service =
        new ServiceRoutes(
            control, readiness, metrics, options.version(), options.clientConfig().view());
    List<Route> routes = ApiRoutes.of(control, service, options.patience(), polls);
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
            tunnels,
            pages);
    embedded =
        new EmbeddedApi(
            routes,
            control,
            polls,
            options.bodyBytesInFlight(),
            options.idleTimeout().multipliedBy(2),
            metrics);
  }

  /** The pool shrinks to zero when no request waits, so it needs no shutdown. */
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

  /** Creates an API with {@link HttpOptions#defaults} that does not serve requests yet. */
  public static HttpApi create(ControlPlane control) {
    return create(control, HttpOptions.defaults());
  }

  /** Creates an API with the given options that does not serve requests yet. */
  public static HttpApi create(ControlPlane control, HttpOptions options) {
    return create(
        control, options, ConnectionLimits.withMostPerAddress(options.connectionsPerAddress()));
  }

  /**
   * Creates an API whose standalone server also serves pages for browsers.
   *
   * @param pages adds the routes of the pages, at paths that do not begin with {@code /v1/} or
   *     {@code /api/}; a request to a page may have a body of at most 8 KiB
   */
  public static HttpApi create(
      ControlPlane control, HttpOptions options, Consumer<JavalinConfig> pages) {
    return new HttpApi(
        control,
        options,
        ConnectionLimits.withMostPerAddress(options.connectionsPerAddress()),
        Optional.of(pages));
  }

  /** Creates an API with connection limits that are low enough for tests. */
  static HttpApi create(ControlPlane control, HttpOptions options, ConnectionLimits connections) {
    return new HttpApi(control, options, connections, Optional.empty());
  }

  /**
   * Starts a standalone server and returns this API. May be called at most once.
   *
   * @param port 0 for any free port
   * @throws java.io.UncheckedIOException if the address is in use or not permitted
   * @throws IllegalArgumentException if the TLS files cannot be used
   */
  public HttpApi start(String host, int port) {
    server.start(host, port);
    return this;
  }

  /**
   * Accepts agent connections at {@code /v1/agent} of the standalone server and returns this API.
   * The servlet and the routes of an existing Javalin application do not accept agents.
   */
  public HttpApi acceptAgents(AgentGateway gateway) {
    agents.acceptFor(gateway);
    return this;
  }

  /**
   * Records requests with the given metrics, exposes them to admins at {@code /metrics}, and
   * returns this API. Requests to the routes of an existing Javalin application are not recorded.
   */
  public HttpApi metrics(HttpMetrics shown) {
    metrics.enable(shown::answered, shown::text);
    return this;
  }

  /**
   * Starts a second server for monitoring and returns this API. It serves only {@code /livez},
   * {@code /readyz}, {@code /health} and {@code /metrics}, without authentication and in clear
   * text, so its address should be reachable only for monitoring. May be called at most once.
   *
   * @param port 0 for any free port
   * @throws java.io.UncheckedIOException if the address is in use or not permitted
   */
  public HttpApi startManagement(String host, int port) {
    management.start(host, port);
    return this;
  }

  /** Returns whether {@code /readyz} answers 200. */
  public boolean isReady() {
    return readiness.isReady();
  }

  /**
   * Returns the expiry time of the certificate in the TLS files, which may be in the past. Empty
   * without TLS, and while the certificate file cannot be read.
   */
  public Optional<Instant> certificateEnd() {
    return tls.flatMap(TlsFiles::expiry);
  }

  /** Returns the port of the monitoring server. */
  public int managementPort() {
    return management.port();
  }

  /**
   * Serves the given CA certificates at {@code /v1/ca.pem} and returns this API.
   *
   * @param pem called for each request; returns an empty text if there are no certificates
   */
  public HttpApi tellAuthorities(Supplier<String> pem) {
    service.setAuthorities(pem);
    return this;
  }

  /** Returns the port of the standalone server. */
  public int port() {
    return server.port();
  }

  /**
   * Returns a servlet for a container, to be mapped to all paths below a prefix such as {@code
   * /goldenrod/*}. Register it with asynchronous support; otherwise each waiting request occupies a
   * thread.
   */
  public Servlet servlet() {
    return embedded.servlet();
  }

  /**
   * Adds the routes to the configuration of an existing Javalin application.
   *
   * @param basePath prefix of all paths, such as {@code /goldenrod}; empty for none
   * @throws IllegalArgumentException if the base path is neither empty nor begins with a slash, or
   *     ends with one
   */
  public void addTo(JavalinConfig config, String basePath) {
    if (!BASE_PATH.matcher(basePath).matches()) {
      throw new IllegalArgumentException(
          "the base path '" + basePath + "' must be empty or a path such as /goldenrod");
    }
    embedded.addTo(config, basePath);
  }

  /**
   * Makes {@code /readyz} report that the server is stopping, so that load balancers stop sending
   * requests before {@link #close} is called. Requests are still served.
   */
  public void drain() {
    readiness.drain();
  }

  /**
   * Stops accepting connections, closes tunnels and completes long polls with the current state.
   * Returns when the requests in flight are complete or the stop timeout has passed. Later requests
   * to the servlet or to an existing Javalin application get 503.
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
