package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.OPERATOR;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.Pools;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.pool.Pool;
import dev.goldenrod.pool.PoolState;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Routes of pools: {@code /v1/pools}. */
record PoolRoutes(Pools pools, Clusters clusters) {
  /** A pool with its current golden version, its ready clones and why some are missing. */
  record PoolView(
      UUID id,
      String golden,
      int goldenVersion,
      @Nullable String cluster,
      String size,
      int target,
      int ready,
      String message,
      String createdAt) {
    static PoolView of(PoolState state, @Nullable String cluster) {
      Pool pool = state.pool();
      return new PoolView(
          pool.id(),
          pool.golden(),
          state.goldenVersion(),
          cluster,
          pool.size().wireName(),
          pool.target(),
          state.ready(),
          pool.health().message(),
          Timestamps.text(pool.createdAt()));
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .post(
            "/v1/pools",
            OPERATOR,
            ReplayableHandler.of(201, this::create, this::view, this::storedView))
        .get("/v1/pools", OPERATOR, this::list)
        .get("/v1/pools/{id}", OPERATOR, this::find)
        .patch("/v1/pools/{id}", OPERATOR, this::resize)
        .delete("/v1/pools/{id}", OPERATOR, 204, this::delete)
        .routes();
  }

  private PoolState create(RequestContext request, Idempotency<PoolState> idempotency) {
    return pools.create(request.actor(), request.read(PoolRoutes::command), idempotency);
  }

  private static Pools.Create command(Body body) {
    return new Pools.Create(
        body.text("golden"),
        body.intOrZero("version"),
        body.namedOrElse(
            "size", InstanceSize::parse, "must be small, medium or large", InstanceSize.SMALL),
        body.integer("target"),
        body.textOrEmpty("cluster"));
  }

  private ApiResponse list(RequestContext request) {
    List<PoolView> views = pools.list(request.actor()).stream().map(this::view).toList();
    return ApiResponse.ok(Map.of("pools", views));
  }

  private ApiResponse find(RequestContext request) {
    return ApiResponse.ok(view(pools.find(request.actor(), request.id())));
  }

  private ApiResponse resize(RequestContext request) {
    UUID id = request.id();
    int target =
        request.readAfterExistenceCheck(
            pool -> pools.find(request.actor(), pool),
            it -> it.read(body -> body.integer("target")));
    return ApiResponse.ok(view(pools.resize(request.actor(), id, target)));
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    pools.delete(request.actor(), request.id(), idempotency);
  }

  private PoolView view(PoolState state) {
    UUID orgId = state.pool().orgId();
    return PoolView.of(state, clusters.name(orgId, state.clusterId()).orElse(null));
  }

  private PoolView storedView(PoolState state) {
    return PoolView.of(state, clusters.nameInChange(state.clusterId()).orElse(null));
  }
}
