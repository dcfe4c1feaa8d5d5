package dev.goldenrod.http.service;

import static dev.goldenrod.http.route.Permission.Access.OPERATOR;
import static dev.goldenrod.http.route.Permission.Access.PUBLIC;

import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.http.route.Permission.Access;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.member.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Routes for health, metrics and configuration of the service. */
public final class ServiceRoutes {
  /** The client configuration. */
  public record ClientConfigView(
      String agentImage, String operatorImage, String routerImage, Cli cli) {
    /** Supported versions of the CLI. */
    public record Cli(String minVersion, String latestVersion, String installUrl) {}
  }

  /** Response of {@code /health}. Needs no token, so it contains only the numbers of clusters. */
  record HealthView(String status, String version, Clusters.Counts clusters) {}

  record ReadyView(String status, List<Readiness.Check> checks) {}

  record UnreadyView(String error, List<Readiness.Check> checks) {}

  private record Document(String base, byte[] bytes) {
    static Document of(String version, String base) {
      return new Document(base, Json.bytes(OpenApi.document(version, base)));
    }
  }

  private static final String DOCUMENT = "/openapi.json";

  private final ControlPlane control;
  private final Readiness readiness;
  private final MetricsPage metrics;
  private final String version;
  private final ClientConfigView clientConfig;
  private volatile Supplier<String> authorities = () -> "";
  private volatile @Nullable Document document;

  /**
   * Creates the routes.
   *
   * @param version server version, reported by {@code /health}
   */
  public ServiceRoutes(
      ControlPlane control,
      Readiness readiness,
      MetricsPage metrics,
      String version,
      ClientConfigView clientConfig) {
    this.control = control;
    this.readiness = readiness;
    this.metrics = metrics;
    this.version = version;
    this.clientConfig = clientConfig;
  }

  public List<Route> routes() {
    return monitoringRoutes(OPERATOR)
        .get(DOCUMENT, PUBLIC, this::document)
        .get("/v1/clientconfig", PUBLIC, request -> ApiResponse.ok(clientConfig))
        .get("/v1/ca.pem", PUBLIC, request -> authorities())
        .routes();
  }

  /** Returns the routes for the monitoring address, where metrics need no token. */
  public List<Route> managementRoutes() {
    return monitoringRoutes(PUBLIC).routes();
  }

  private RouteTable monitoringRoutes(Access metricsFor) {
    return new RouteTable(ErrorDetail.HIDDEN, Scope.Kind.METRICS)
        .get("/health", PUBLIC, this::health)
        .get("/livez", PUBLIC, request -> ApiResponse.ok(Map.of("status", "ok")))
        .get("/readyz", PUBLIC, this::ready)
        .get("/metrics", metricsFor, request -> metrics.answer());
  }

  /** Serves the given CA certificates as PEM; an empty text means none. */
  public void setAuthorities(Supplier<String> pem) {
    authorities = pem;
  }

  private ApiResponse authorities() {
    String pem = authorities.get();
    return pem.isEmpty() ? ApiResponse.of(404, Map.of("error", "not found")) : ApiResponse.pem(pem);
  }

  private ApiResponse health(RequestContext request) {
    return control
        .clusters()
        .count()
        .map(counts -> ApiResponse.ok(new HealthView("ok", version, counts)))
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
    Document known = document;
    Document current =
        known != null && known.base().equals(base) ? known : Document.of(version, base);
    document = current;
    return ApiResponse.ok(new ApiResponse.Binary("application/json", current.bytes()));
  }
}
