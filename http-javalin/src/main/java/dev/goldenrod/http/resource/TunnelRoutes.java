package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.control.Tunnels;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.member.Scope;
import java.util.List;
import java.util.stream.Stream;

/** Answers requests for tunnels that are not WebSocket upgrades, which skip routing. */
record TunnelRoutes(Tunnels tunnels) {
  List<Route> routes() {
    return Stream.concat(
            new RouteTable(ErrorDetail.SHOWN, Scope.Kind.DATABASE)
                    .getSecret("/v1/databases/{name}/tunnel", MEMBER, this::toDatabase)
                    .routesAlsoUnder(DatabaseRoutes.ALSO_UNDER)
                    .stream(),
            new RouteTable(ErrorDetail.SHOWN, Scope.Kind.GOLDEN)
                .getSecret("/v1/instances/{id}/tunnel", MEMBER, this::toInstance).routes().stream())
        .toList();
  }

  private ApiResponse toDatabase(RequestContext request) {
    tunnels.requireDatabase(request.actor(), request.name());
    return upgradeRequired();
  }

  private ApiResponse toInstance(RequestContext request) {
    tunnels.requireInstance(request.actor(), request.id());
    return upgradeRequired();
  }

  private static ApiResponse upgradeRequired() {
    return ErrorTable.error(
            426, "upgrade required: a tunnel is a WebSocket, requested with 'Upgrade: websocket'")
        .with("Upgrade", "websocket");
  }
}
