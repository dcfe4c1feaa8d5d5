package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.control.Engines;
import dev.goldenrod.database.EngineVersion;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import java.util.List;
import java.util.Map;

/** Routes of the engine versions for databases: {@code /v1/engines}. */
record EngineRoutes(Engines engines) {
  record EngineView(
      String type,
      String version,
      String cluster,
      boolean available,
      String origin,
      String message) {
    static EngineView of(Engines.Entry entry) {
      EngineVersion version = entry.version();
      EngineVersion.Origin origin = version.origin();
      return new EngineView(
          version.type(),
          version.version(),
          entry.cluster(),
          version.isAvailable(),
          origin == null ? "" : origin.wireName(),
          version.message());
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN).get("/v1/engines", MEMBER, this::list).routes();
  }

  private ApiResponse list(RequestContext request) {
    List<EngineView> views = engines.list(request.actor()).stream().map(EngineView::of).toList();
    return ApiResponse.ok(Map.of("engines", views));
  }
}
