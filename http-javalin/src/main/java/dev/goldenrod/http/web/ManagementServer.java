package dev.goldenrod.http.web;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.body.BodySource;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.MetricsPage;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.util.JavalinBindException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.util.List;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Serves the monitoring routes on a separate address and with separate threads, so that it answers
 * even when all threads of the API are busy. Request bodies are not read. Started and stopped at
 * most once.
 */
public final class ManagementServer {
  private static final int MAX_THREADS = 16;
  private static final int MIN_THREADS = 4;
  private static final BodySource NO_BODY =
      (request, route) -> new BodySource.LoadedBody(new byte[0], () -> {});

  private final Javalin javalin;

  /** Creates a server for the given routes that is not started yet. */
  public ManagementServer(
      List<Route> routes, ControlPlane control, LongPolls polls, MetricsPage metrics) {
    Routing routing = new Routing(routes, new Pipeline(control, polls, NO_BODY));
    this.javalin = Javalin.create(config -> configure(config, routing, metrics));
  }

  private static void configure(JavalinConfig config, Routing routing, MetricsPage metrics) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    threads.setName("management");
    Routing.configureServer(config, threads, metrics);
    config.jetty.modifyServer(server -> server.insertHandler(LoopbackHostFilter.forAllClients()));
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    routing.addTo(config, "");
  }

  /**
   * Starts to accept requests.
   *
   * @param port 0 for any free port
   * @throws UncheckedIOException if the address is in use or not permitted
   */
  public void start(String host, int port) {
    try {
      javalin.start(host, port);
    } catch (JavalinBindException e) {
      BindException refused = new BindException("cannot listen on " + host + ":" + port);
      refused.initCause(e);
      throw new UncheckedIOException(refused.getMessage(), refused);
    }
  }

  /** Returns the port on which the server listens. */
  public int port() {
    return javalin.port();
  }

  /** Stops the server. */
  public void stop() {
    javalin.stop();
  }
}
