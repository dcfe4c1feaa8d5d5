package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;

import dev.goldenrod.control.CreatePool;
import dev.goldenrod.control.Pools;
import dev.goldenrod.http.view.PoolView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.pool.PoolState;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Pools: {@code /v1/pools}. */
final class PoolRoutes {
  private final Pools pools;

  PoolRoutes(Pools pools) {
    this.pools = pools;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .post("/v1/pools", ADMIN, this::create, PoolRoutes::created)
        .get("/v1/pools", ADMIN, this::list)
        .get("/v1/pools/{id}", ADMIN, this::find)
        .patch("/v1/pools/{id}", ADMIN, this::retarget)
        .delete("/v1/pools/{id}", ADMIN, this::delete)
        .routes();
  }

  private PoolState create(Call call, IdempotencyKey<PoolState> key) {
    return pools.create(call.actor(), call.read(PoolRoutes::command), key);
  }

  private static Answer created(PoolState pool) {
    return Answer.created(PoolView.of(pool));
  }

  private static CreatePool command(Body body) {
    return new CreatePool(
        body.text("golden"),
        body.intOrZero("version"),
        body.textOrEmpty("size"),
        body.integer("target"));
  }

  private Answer list(Call call) {
    List<PoolView> views = pools.list(call.actor()).stream().map(PoolView::of).toList();
    return Answer.ok(Map.of("pools", views));
  }

  private Answer find(Call call) {
    return Answer.ok(PoolView.of(pools.find(call.actor(), call.id())));
  }

  private Answer retarget(Call call) {
    UUID id = call.id();
    int target =
        call.after(
            pool -> pools.find(call.actor(), pool), it -> it.read(body -> body.integer("target")));
    return Answer.ok(PoolView.of(pools.retarget(call.actor(), id, target)));
  }

  private Answer delete(Call call) {
    pools.delete(call.actor(), call.id());
    return Answer.noContent();
  }
}
