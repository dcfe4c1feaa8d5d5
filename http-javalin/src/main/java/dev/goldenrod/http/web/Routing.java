package dev.goldenrod.http.web;

import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.MetricsPage;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jetty.ee10.servlet.SessionHandler;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.session.ManagedSession;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.ThreadPool;

/** Registers the routes of the API with Javalin, and configures Javalin for them. */
final class Routing {
  private static final List<String> METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
  private static final List<String> OWN_PATHS = List.of("/v1/<path>", "/api/v1/<path>");

  private final List<Route> routes;
  private final Pipeline pipeline;

  Routing(List<Route> routes, Pipeline pipeline) {
    this.routes = List.copyOf(routes);
    this.pipeline = pipeline;
  }

  /** Configures a Javalin application that serves only this API. */
  static void configure(JavalinConfig config, MetricsPage metrics) {
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
    config.startup.startupWatcherEnabled = false;
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.NONE;
    config.requestLogger.http(
        (context, milliseconds) -> {
          RequestLog.write(context, milliseconds);
          count(metrics, context, milliseconds);
        });
    config.routes.exception(HttpResponseException.class, Pipeline::fail);
    config.routes.exception(Exception.class, Pipeline::fail);
  }

  /** Configures a Javalin application that serves only this API, and with a server of its own. */
  static void configureServer(JavalinConfig config, ThreadPool threads, MetricsPage metrics) {
    configure(config, metrics);
    config.jetty.threadPool = threads;
    config.jetty.modifyServer(server -> server.setErrorHandler(new JettyErrors()));
    config.jetty.modifyServletContextHandler(
        handler -> {
          handler.setErrorHandler(new JettyErrors());
          handler.setSessionHandler(new NoSessions());
        });
  }

  private static void count(MetricsPage metrics, Context context, float milliseconds) {
    metrics.answered(
        context.req().getMethod(),
        Optional.<String>ofNullable(context.attribute(Pipeline.ROUTE)).orElse(""),
        context.res().getStatus(),
        Duration.ofNanos(Math.round(milliseconds * 1e6)));
  }

  /** Adds the routes below the given path; an empty path is the root. */
  void addTo(JavalinConfig config, String base) {
    routes.forEach(route -> add(config, base, route));
  }

  private void add(JavalinConfig config, String base, Route route) {
    config.routes.addHttpHandler(
        HandlerType.findOrCreate(route.method()),
        base + route.path(),
        context -> pipeline.handle(context, route));
    if (route.method().equals("GET")) {
      config.routes.head(base + route.path(), context -> pipeline.handle(context, route));
    }
  }

  /** Adds handlers that answer other requests for the API's paths with 404 or 405. */
  void addRefusalsTo(JavalinConfig config, String base) {
    for (String method : METHODS) {
      for (String path : OWN_PATHS) {
        config.routes.addHttpHandler(
            HandlerType.findOrCreate(method), base + path, context -> refuse(context, base));
      }
    }
  }

  private void refuse(Context context, String base) {
    String path = context.path().substring(context.contextPath().length() + base.length());
    String allowed =
        routes.stream()
            .filter(route -> route.isAt(path))
            .flatMap(route -> methods(route))
            .distinct()
            .sorted()
            .collect(Collectors.joining(", "));
    Pipeline.begin(context);
    Pipeline.write(
        context,
        allowed.isEmpty()
            ? ErrorTable.error(404, "not found")
            : ErrorTable.error(405, "method not allowed").with("Allow", allowed));
  }

  private static Stream<String> methods(Route route) {
    return route.method().equals("GET") ? Stream.of("GET", "HEAD") : Stream.of(route.method());
  }

  /**
   * Replaces the session handler in a context that Javalin creates with one. Every request carries
   * its token, and no state of a client is kept. Creating a session throws.
   */
  private static final class NoSessions extends SessionHandler {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Handler next = getHandler();
      return next != null && next.handle(request, response, callback);
    }

    @Override
    public void newSession(
        Request request, String requestedSessionId, Consumer<ManagedSession> consumer) {
      throw new IllegalStateException("this server keeps no sessions");
    }
  }
}
