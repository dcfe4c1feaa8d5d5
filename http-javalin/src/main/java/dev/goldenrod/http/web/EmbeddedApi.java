package dev.goldenrod.http.web;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.body.BlockingBodySource;
import dev.goldenrod.http.body.BodyLimits;
import dev.goldenrod.http.body.BodySource;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.RequestAuthorizer;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.service.MetricsPage;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Serves the routes in a servlet container or Javalin application of the embedding program. */
public final class EmbeddedApi {
  private static final ApiException STOPPING = ApiException.of(503, "server is stopping");

  private final LongPolls polls;
  private final BodySource bodies;
  private final Routing routing;
  private final MetricsPage metrics;

  /**
   * Creates the routes, which may be added to any number of servers.
   *
   * @param polls executor of the responses to requests that waited
   * @param bodyBytesInFlight maximum total size of the bodies in memory over all requests, in bytes
   * @param bodyPatience maximum time for a client to send a whole body
   * @param metrics records the requests to the servlet
   */
  public EmbeddedApi(
      List<Route> routes,
      ControlPlane control,
      LongPolls polls,
      long bodyBytesInFlight,
      Duration bodyPatience,
      MetricsPage metrics) {
    BodyLimits limits =
        new BodyLimits(routes, new RequestAuthorizer(control.members()), bodyBytesInFlight, false);
    this.metrics = metrics;
    this.polls = polls;
    this.bodies = new BlockingBodySource(limits, bodyPatience);
    this.routing = new Routing(routes, new Pipeline(control, polls, this::bodyUnlessStopping));
  }

  private BodySource.LoadedBody bodyUnlessStopping(HttpServletRequest request, Route route) {
    if (polls.isCompleted()) {
      throw STOPPING;
    }
    return bodies.read(request, route);
  }

  /** Returns a servlet that answers all its requests, wherever it is mapped. */
  public Servlet servlet() {
    Javalin javalin =
        Javalin.create(
            config -> {
              Routing.configure(config, metrics);
              routing.addTo(config, "");
            });
    return new MappedServlet(javalin.javalinServlet());
  }

  /** Adds the routes below the given path; an empty path is the root. */
  public void addTo(JavalinConfig config, String base) {
    routing.addTo(config, base);
    routing.addRefusalsTo(config, base);
  }

  /** Allows a servlet whose routes begin at the root to be mapped to any path. */
  private static final class MappedServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    private final transient Servlet routes;

    MappedServlet(Servlet routes) {
      this.routes = routes;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
        throws ServletException, IOException {
      routes.service(request.getPathInfo() == null ? request : new Mapped(request), response);
    }

    /** A request whose context path includes the mapping of the servlet. */
    private static final class Mapped extends HttpServletRequestWrapper {
      Mapped(HttpServletRequest request) {
        super(request);
      }

      @Override
      public String getContextPath() {
        return super.getContextPath() + super.getServletPath();
      }

      @Override
      public String getServletPath() {
        return "";
      }
    }
  }
}
