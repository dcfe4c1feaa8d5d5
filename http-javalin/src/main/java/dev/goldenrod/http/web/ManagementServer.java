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
 * Serves what watches the server on an address of its own, with threads of its own: it answers also
 * when all those of the API are in use. Bodies of requests are not read. Started and stopped once.
 */
public final class ManagementServer {
  private static final int MAX_THREADS = 16;
  private static final int MIN_THREADS = 4;
  private static final BodySource NO_BODY =
      (request, route) -> new BodySource.HeldBody(new byte[0], () -> {});

  private final Javalin javalin;

  /** A server of those routes that is not started. */
  public ManagementServer(
      List<Route> routes, ControlPlane control, LongPolls polls, MetricsPage metrics) {
    Routing routing = new Routing(routes, new Pipeline(control, polls, NO_BODY));
    this.javalin = Javalin.create(config -> configure(config, routing, metrics));
  }

  private static void configure(JavalinConfig config, Routing routing, MetricsPage metrics) {
    QueuedThreadPool threads = new QueuedThreadPool(MAX_THREADS, MIN_THREADS);
    threads.setName("management");
    Routing.configure(config, metrics);
    config.jetty.threadPool = threads;
    config.jetty.modifyServer(
        server -> {
          server.setErrorHandler(new JettyErrors());
          server.insertHandler(LoopbackNames.ofAll());
        });
    config.jetty.modifyServletContextHandler(
        handler -> {
          handler.setErrorHandler(new JettyErrors());
          handler.setSessionHandler(new NoSessions());
        });
    config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
    routing.addTo(config, "");
  }

  /**
   * Starts to accept requests.
   *
   * @param port 0 for any free one
   * @throws UncheckedIOException when the address is taken or forbidden
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

  /** The port it listens on. */
  public int port() {
    return javalin.port();
  }

  /** Stops accepting. */
  public void stop() {
    javalin.stop();
  }
}
