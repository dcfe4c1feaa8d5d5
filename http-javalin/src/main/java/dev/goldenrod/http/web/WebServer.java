package dev.goldenrod.http.web;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.body.BodyLimits;
import dev.goldenrod.http.body.BodyLoader;
import dev.goldenrod.http.body.BodySource;
import dev.goldenrod.http.body.ResponseBufferHandler;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.RequestAuthorizer;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.MetricsPage;
import dev.goldenrod.http.tls.IdentityFiles;
import dev.goldenrod.http.tls.ServerTls;
import dev.goldenrod.http.websocket.AgentEndpoint;
import dev.goldenrod.http.websocket.TunnelEndpoint;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import io.javalin.util.JavalinException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.thread.ThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the routes on one address. Started and stopped at most once. */
public final class WebServer {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
  private static final int ACCEPT_QUEUE = 1024;
  private static final Duration IDLE_WHEN_FULL = Duration.ofSeconds(2);

  /** Responses are held as plain bytes, while a parsed body takes several times its size. */
  private static final int ANSWERS_FOR_BODIES = 4;

  private final ConnectionLimits connections;
  private final Duration idleTimeout;
  private final Duration stopTimeout;
  private final ThreadPool threads;
  private final BodyLimits limits;
  private final long answerBytesInFlight;
  private final Optional<IdentityFiles> tls;
  private final Set<String> allowedHosts;
  private final AgentEndpoint agents;
  private final TunnelEndpoint tunnels;
  private final Javalin javalin;
  private String host = "";
  private int port;

  /**
   * Creates a server for the given routes that is not started yet.
   *
   * @param bodyBytesInFlight maximum total size of the bodies in memory over all requests, in
   *     bytes; responses that wait for their clients get four times as much
   * @param connections limits on the number and the slowness of connections
   * @param tls TLS files; empty for clear text
   * @param allowedHosts host names for browsers at a loopback address, besides those of loopback
   * @param metrics records the answered requests
   * @param agents accepts the connections of agents
   * @param tunnels accepts the tunnels of members
   * @param pages adds pages for browsers, which answer at paths outside of the API
   */
  public WebServer(
      List<Route> routes,
      ControlPlane control,
      LongPolls polls,
      ThreadPool threads,
      Duration idleTimeout,
      Duration stopTimeout,
      long bodyBytesInFlight,
      ConnectionLimits connections,
      Optional<IdentityFiles> tls,
      Set<String> allowedHosts,
      MetricsPage metrics,
      AgentEndpoint agents,
      TunnelEndpoint tunnels,
      Optional<Consumer<JavalinConfig>> pages) {
    this.connections = connections;
    this.tls = tls;
    this.allowedHosts = allowedHosts;
    this.agents = agents;
    this.tunnels = tunnels;
    this.idleTimeout = idleTimeout;
    this.stopTimeout = stopTimeout;
    this.threads = threads;
    this.limits =
        new BodyLimits(
            routes, new RequestAuthorizer(control.members()), bodyBytesInFlight, pages.isPresent());
    this.answerBytesInFlight = ANSWERS_FOR_BODIES * bodyBytesInFlight;
    Routing routing = new Routing(routes, new Pipeline(control, polls, WebServer::loadedBody));
    this.javalin =
        Javalin.create(
            config -> {
              configure(config, routing, metrics);
              pages.ifPresent(added -> addPages(config, added));
            });
  }

  /** Adds pages, whose responses get the headers of the API's responses. */
  private static void addPages(JavalinConfig config, Consumer<JavalinConfig> pages) {
    config.routes.before(Pipeline::begin);
    pages.accept(config);
  }

  /**
   * Starts to accept requests.
   *
   * @param onPort 0 for any free port
   * @throws UncheckedIOException if the address is in use or not permitted
   * @throws IllegalArgumentException if the TLS files cannot be used
   */
  public void start(String onHost, int onPort) {
    tls.ifPresent(IdentityFiles::read);
    host = onHost;
    port = onPort;
    try {
      javalin.start();
    } catch (JavalinBindException e) {
      BindException refused =
          new BindException("cannot listen on " + host + ":" + port + ": " + reason(e));
      refused.initCause(e);
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return javalin.port();
  }

  /**
   * Stops accepting requests, and returns when the requests in flight are complete or the stop
   * timeout has passed.
   */
  public void stop() {
    try {
      javalin.stop();
    } catch (JavalinException e) {
      if (!(e.getCause() instanceof TimeoutException)) {
        throw e;
      }
      LOG.warn(
          "Requests were still in flight after the stop timeout of {}, aborting them", stopTimeout);
    }
  }

  private static BodySource.LoadedBody loadedBody(HttpServletRequest request, Route route) {
    return new BodySource.LoadedBody(BodyLoader.body(request), () -> {});
  }

  private void configure(JavalinConfig config, Routing routing, MetricsPage metrics) {
    Routing.configureServer(config, threads, metrics);
    config.jetty.modifyServer(this::prepare);
    config.jetty.addConnector(this::connector);
    routing.addTo(config, "");
  }

  private void prepare(Server server) {
    server.setStopTimeout(stopTimeout.toMillis());
    server.insertHandler(new BodyLoader(limits, idleTimeout.multipliedBy(2)));
    server.insertHandler(new WebSockets(agents, tunnels));
    server.insertHandler(
        new ResponseBufferHandler(
            answerBytesInFlight, idleTimeout.multipliedBy(2), connections.resetPatience()));
    server.insertHandler(new CrossSiteRequestFilter());
    server.insertHandler(LoopbackHostFilter.forBrowsers(allowedHosts));
    agents.prepare(server);
    tunnels.prepare(server);
    server.insertHandler(new GracefulHandler());
    NetworkConnectionLimit limit = new NetworkConnectionLimit(connections.most(), server);
    limit.setEndPointIdleTimeout(IDLE_WHEN_FULL.toMillis());
    server.addBean(limit);
  }

  private Connector connector(Server server, HttpConfiguration http) {
    ServerConnector connector =
        new DrainingConnector(
            server, protocols(http), new ConnectionGuard(connections), stopTimeout);
    connector.setHost(host);
    connector.setPort(port);
    connector.setAcceptQueueSize(ACCEPT_QUEUE);
    connector.setIdleTimeout(idleTimeout.toMillis());
    return connector;
  }

  private ConnectionFactory[] protocols(HttpConfiguration configuration) {
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    return tls.map(files -> ServerTls.protocols(http, files, idleTimeout))
        .orElseGet(() -> new ConnectionFactory[] {http});
  }

  private static String reason(Throwable thrown) {
    Throwable root = thrown;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }
}
