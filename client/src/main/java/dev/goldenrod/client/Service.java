package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Health, metrics and configuration of the server. Thread-safe. */
public final class Service {
  private final TypedApi api;

  Service(TypedApi api) {
    this.api = api;
  }

  /** Returns the server's health, its version and the numbers of clusters. */
  public Health health() {
    return api.get("/health", Health.class);
  }

  /** Checks that the server is alive. */
  public Liveness liveness() {
    return api.get("/livez", Liveness.class);
  }

  /**
   * Checks that the server is ready.
   *
   * @return the results of all checks
   * @throws ApiException with status 503 if it is not ready; the body has the same {@code checks}
   */
  public Readiness readiness() {
    return api.get("/readyz?verbose=true", Readiness.class);
  }

  /** Returns the metrics in the Prometheus text format; requires an admin. */
  public String metrics() {
    return api.getText("/metrics");
  }

  /** Returns the OpenAPI document. */
  public JsonNode openApi() {
    return api.get("/openapi.json", JsonNode.class);
  }

  /** Returns the supported CLI versions and the component images. */
  public ClientConfig clientConfig() {
    return api.get("/v1/clientconfig", ClientConfig.class);
  }

  /**
   * Returns the CA certificates of the server's TLS as PEM.
   *
   * @throws ApiException with status 404 if there are none
   */
  public String authorities() {
    return api.getText("/v1/ca.pem");
  }

  /** Health of the server. */
  public record Health(String status, String version, ClusterCounts clusters) {}

  /** Numbers of clusters, whichever server of the store they are connected to. */
  public record ClusterCounts(int online, int offline) {}

  /** Liveness of the server. */
  public record Liveness(String status) {}

  /** Readiness of the server. */
  public record Readiness(String status, @Nullable List<ReadinessCheck> checks) {}

  /**
   * Result of one readiness check.
   *
   * @param status one of ok, failed, stopped, degraded
   * @param message problem; empty if there is none
   * @param ageSeconds age of the result
   */
  public record ReadinessCheck(String name, String status, String message, long ageSeconds) {}

  /** Component images and supported CLI versions. */
  public record ClientConfig(
      String agentImage, String operatorImage, String routerImage, CliPolicy cli) {}

  /** Supported CLI versions. */
  public record CliPolicy(String minVersion, String latestVersion, String installUrl) {}
}
