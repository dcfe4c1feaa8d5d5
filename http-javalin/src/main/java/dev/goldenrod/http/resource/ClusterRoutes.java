package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.OPERATOR;

import dev.goldenrod.Timestamps;
import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.cluster.ClusterStatus;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.cluster.StorageUse;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Routes of clusters: {@code /v1/clusters}. */
record ClusterRoutes(Clusters clusters) {
  record ClusterView(
      UUID id,
      String name,
      String kind,
      String status,
      @Nullable String lastSeenAt,
      @Nullable String dataPlane,
      @Nullable String version,
      @Nullable StorageUse storage,
      String message,
      String createdAt) {
    record Created(
        UUID id, String name, String kind, String status, String agentToken, String createdAt) {
      /** Omits the token. */
      @Override
      public String toString() {
        return "Created[" + id + " " + name + "]";
      }
    }

    record Token(String token) {
      /** Omits the token. */
      @Override
      public String toString() {
        return "Token[]";
      }
    }

    static ClusterView of(
        Cluster cluster,
        ClusterStatus status,
        @Nullable Instant lastSeenAt,
        @Nullable StorageUse storage,
        String message) {
      return new ClusterView(
          cluster.id(),
          cluster.name(),
          cluster.kind().wireName(),
          status.wireName(),
          Timestamps.textOrNull(lastSeenAt),
          wireName(cluster.dataPlane().kind()),
          cluster.dataPlane().version(),
          storage,
          message,
          Timestamps.text(cluster.createdAt()));
    }

    static Created created(Clusters.Created created, ClusterStatus status) {
      Cluster cluster = created.cluster();
      return new Created(
          cluster.id(),
          cluster.name(),
          cluster.kind().wireName(),
          status.wireName(),
          created.agentToken(),
          Timestamps.text(cluster.createdAt()));
    }

    private static @Nullable String wireName(@Nullable DataPlaneKind kind) {
      return kind == null ? null : kind.wireName();
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .postWithoutReplay("/v1/clusters", OPERATOR, this::create)
        .postWithoutReplay("/v1/clusters/{id}/token", OPERATOR, this::renewToken)
        .get("/v1/clusters", OPERATOR, this::list)
        .get("/v1/clusters/{id}", OPERATOR, this::find)
        .delete("/v1/clusters/{id}", OPERATOR, 204, this::delete)
        .routes();
  }

  private ApiResponse create(RequestContext request) {
    String name = request.read(body -> body.text("name"));
    Clusters.Created created = clusters.create(request.actor(), name);
    return ApiResponse.created(ClusterView.created(created, clusters.status(created.cluster())));
  }

  private ApiResponse renewToken(RequestContext request) {
    String token = clusters.renewToken(request.actor(), request.id());
    return ApiResponse.ok(new ClusterView.Token(token));
  }

  private ApiResponse list(RequestContext request) {
    List<ClusterView> views = clusters.list(request.actor()).stream().map(this::view).toList();
    return ApiResponse.ok(Map.of("clusters", views));
  }

  private ApiResponse find(RequestContext request) {
    return ApiResponse.ok(view(clusters.find(request.actor(), request.id())));
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    clusters.delete(request.actor(), request.id(), idempotency);
  }

  private ClusterView view(Cluster cluster) {
    return ClusterView.of(
        cluster,
        clusters.status(cluster),
        clusters.lastSeenAt(cluster).orElse(null),
        clusters.storage(cluster).orElse(null),
        clusters.message(cluster));
  }
}
