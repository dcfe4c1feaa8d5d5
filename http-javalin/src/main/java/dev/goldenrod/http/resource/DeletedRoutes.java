package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Deletions;
import dev.goldenrod.control.Deletions.Deleted;
import dev.goldenrod.control.Deletions.Restored;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Routes of deleted resources that can be restored: {@code /v1/deleted}. */
record DeletedRoutes(Deletions deletions) {
  record DeletedView(
      UUID id,
      String kind,
      String name,
      @Nullable UUID owner,
      String deletedAt,
      UUID deletedBy,
      String restorableUntil) {
    static DeletedView of(Deleted deleted) {
      return new DeletedView(
          deleted.id(),
          deleted.kind().wireName(),
          deleted.name(),
          deleted.ownerId(),
          Timestamps.text(deleted.deletion().at()),
          deleted.deletion().by(),
          Timestamps.text(deleted.deletion().until()));
    }
  }

  record RestoredView(UUID id, String kind, String name) {
    static RestoredView of(Restored restored) {
      return new RestoredView(restored.id(), restored.kind().wireName(), restored.name());
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.SHOWN)
        .get("/v1/deleted", MEMBER, this::list)
        .post(
            "/v1/deleted/{id}/restore",
            MEMBER,
            ReplayableHandler.of(200, this::restore, RestoredView::of))
        .delete("/v1/deleted/{id}", MEMBER, 202, this::delete)
        .routes();
  }

  private ApiResponse list(RequestContext request) {
    List<DeletedView> views =
        deletions.list(request.actor()).stream().map(DeletedView::of).toList();
    return ApiResponse.ok(Map.of("deleted", views));
  }

  private Restored restore(RequestContext request, Idempotency<Restored> idempotency) {
    UUID id = request.id();
    String name =
        request.readAfterExistenceCheck(
            deleted -> deletions.requireExists(request.actor(), deleted),
            it -> it.readIfAny(body -> body.textOrEmpty("name")));
    return deletions.restore(request.actor(), id, name, idempotency);
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    deletions.delete(request.actor(), request.id(), idempotency);
  }
}
