package dev.goldenrod.http;

import static dev.goldenrod.http.route.Access.PUBLIC;

import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What everybody may know of the service. */
final class ServiceRoutes {
  /** The client config. */
  record ClientConfigView(String agentImage, String operatorImage, String routerImage, Cli cli) {
    /** The support policy for the command-line client. */
    record Cli(String minVersion, String latestVersion, String installUrl) {}
  }

  /** What {@code /health} answers: of clusters how many there are, and no name. */
  record HealthView(String status, String version, Clusters.Counts clusters) {}

  /** What {@code /readyz?verbose} answers when the server is ready. */
  record ReadyView(String status, List<Readiness.Check> checks) {}

  /** The same when it is not. */
  record UnreadyView(String error, List<Readiness.Check> checks) {}

  private static final String DOCUMENT = "/openapi.json";

  private final ControlPlane control;
  private final Readiness readiness;
  private final HttpOptions options;

  ServiceRoutes(ControlPlane control, Readiness readiness, HttpOptions options) {
    this.control = control;
    this.readiness = readiness;
    this.options = options;
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .get("/health", PUBLIC, this::health)
        .get("/livez", PUBLIC, request -> ApiResponse.ok(Map.of("status", "ok")))
        .get("/readyz", PUBLIC, this::ready)
        .get(DOCUMENT, PUBLIC, this::document)
        .get("/v1/clientconfig", PUBLIC, this::clientConfig)
        .routes();
  }

  private ApiResponse health(RequestContext request) {
    return control
        .clusters()
        .count()
        .map(counts -> ApiResponse.ok(new HealthView("ok", options.version(), counts)))
        .orElse(ApiResponse.of(503, Map.of("error", "store unreachable")));
  }

  private ApiResponse ready(RequestContext request) {
    List<Readiness.Check> checks = readiness.checks();
    Optional<String> problem = Readiness.problem(checks);
    boolean verbose = request.query("verbose").isPresent();
    if (problem.isEmpty()) {
      return ApiResponse.ok(verbose ? new ReadyView("ok", checks) : Map.of("status", "ok"));
    }
    return ApiResponse.of(
        503, verbose ? new UnreadyView(problem.get(), checks) : Map.of("error", problem.get()));
  }

  private ApiResponse document(RequestContext request) {
    String base = request.path().substring(0, request.path().length() - DOCUMENT.length());
    return ApiResponse.ok(OpenApi.document(options.version(), base));
  }

  private ApiResponse clientConfig(RequestContext request) {
    ClientConfig config = options.clientConfig();
    return ApiResponse.ok(
        new ClientConfigView(
            config.agentImage(),
            config.operatorImage(),
            config.routerImage(),
            new ClientConfigView.Cli(
                config.cliMinVersion(), config.cliLatestVersion(), config.cliInstallUrl())));
  }
}
