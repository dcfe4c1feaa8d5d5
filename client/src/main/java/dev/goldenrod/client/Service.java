package dev.goldenrod.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The server itself. Thread-safe. */
public final class Service {
  private final TypedApi api;

  Service(TypedApi api) {
    this.api = api;
  }

  /** That it works, its version, and how many clusters are connected. */
  public Health health() {
    return api.get("/health", Health.class);
  }

  /** That it lives. */
  public Liveness liveness() {
    return api.get("/livez", Liveness.class);
  }

  /**
   * That it is ready, with each thing that was looked at.
   *
   * @throws ApiException with status 503 when it is not; its body has the same {@code checks}
   */
  public Readiness readiness() {
    return api.get("/readyz?verbose=true", Readiness.class);
  }

  /** Its metrics in Prometheus' text format, for admins. */
  public String metrics() {
    return api.getText("/metrics");
  }

  /** Its description of the API. */
  public JsonNode openApi() {
    return api.get("/openapi.json", JsonNode.class);
  }

  /** Which clients it supports, and the images of its components. */
  public ClientConfig clientConfig() {
    return api.get("/v1/clientconfig", ClientConfig.class);
  }

  /**
   * By which authorities its certificates are known, as PEM.
   *
   * @throws ApiException with status 404 where there are none
   */
  public String authorities() {
    return api.getText("/v1/ca.pem");
  }

  /** That the server works. */
  public record Health(String status, String version, ClusterCounts clusters) {}

  /** How many clusters are connected, to this server or another of the store. */
  public record ClusterCounts(int online, int offline) {}

  /** That the server lives. */
  public record Liveness(String status) {}

  /** That the server is ready. */
  public record Readiness(String status, @Nullable List<ReadinessCheck> checks) {}

  /**
   * One thing that was looked at.
   *
   * @param status one of ok, failed, stopped, degraded
   * @param message empty, or what is the matter
   * @param ageSeconds how long ago it was looked at
   */
  public record ReadinessCheck(String name, String status, String message, long ageSeconds) {}

  /** The images of the components, and which clients are supported. */
  public record ClientConfig(
      String agentImage, String operatorImage, String routerImage, CliPolicy cli) {}

  /** Which command-line clients are supported. */
  public record CliPolicy(String minVersion, String latestVersion, String installUrl) {}
}
