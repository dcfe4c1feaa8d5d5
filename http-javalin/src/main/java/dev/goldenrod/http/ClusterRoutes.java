package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;

import dev.goldenrod.cluster.Cluster;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.CreatedCluster;
import dev.goldenrod.http.view.ClusterView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import java.util.List;
import java.util.Map;

/** Clusters: {@code /v1/clusters}. */
final class ClusterRoutes {
  private final Clusters clusters;

  ClusterRoutes(Clusters clusters) {
    this.clusters = clusters;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .postForSecret("/v1/clusters", ADMIN, this::create)
        .get("/v1/clusters", ADMIN, this::list)
        .get("/v1/clusters/{id}", ADMIN, this::find)
        .delete("/v1/clusters/{id}", ADMIN, this::delete)
        .routes();
  }

  private Answer create(Call call) {
    String name = call.read(body -> body.text("name"));
    CreatedCluster created = clusters.create(call.actor(), name);
    return Answer.created(ClusterView.created(created, clusters.isOnline(created.cluster())));
  }

  private Answer list(Call call) {
    List<ClusterView> views = clusters.list(call.actor()).stream().map(this::view).toList();
    return Answer.ok(Map.of("clusters", views));
  }

  private Answer find(Call call) {
    return Answer.ok(view(clusters.find(call.actor(), call.id())));
  }

  private Answer delete(Call call) {
    clusters.delete(call.actor(), call.id());
    return Answer.noContent();
  }

  private ClusterView view(Cluster cluster) {
    return ClusterView.of(cluster, clusters.isOnline(cluster));
  }
}
