package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.http.view.ClusterView;
import dev.goldenrod.http.web.ApiResponse;
import dev.goldenrod.http.web.ErrorDetail;
import dev.goldenrod.http.web.RequestContext;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import java.util.List;
import java.util.Map;

/** Clusters: {@code /v1/clusters}. */
final class ClusterRoutes {
  private final Clusters clusters;

  ClusterRoutes(Clusters clusters) {
    this.clusters = clusters;
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .postWithoutReplay("/v1/clusters", ADMIN, this::create)
        .get("/v1/clusters", ADMIN, this::list)
        .get("/v1/clusters/{id}", ADMIN, this::find)
        .delete("/v1/clusters/{id}", ADMIN, this::delete)
        .routes();
  }

  private ApiResponse create(RequestContext request) {
    String name = request.read(body -> body.text("name"));
    Clusters.Created created = clusters.create(request.actor(), name);
    return ApiResponse.created(ClusterView.created(created, clusters.isOnline(created.cluster())));
  }

  private ApiResponse list(RequestContext request) {
    List<ClusterView> views = clusters.list(request.actor()).stream().map(this::view).toList();
    return ApiResponse.ok(Map.of("clusters", views));
  }

  private ApiResponse find(RequestContext request) {
    return ApiResponse.ok(view(clusters.find(request.actor(), request.id())));
  }

  private ApiResponse delete(RequestContext request) {
    clusters.delete(request.actor(), request.id());
    return ApiResponse.noContent();
  }

  private ClusterView view(Cluster cluster) {
    return ClusterView.of(cluster, clusters.isOnline(cluster));
  }
}
