package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Scope;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Routes of snapshots of databases and their branches, also below {@code /api}. */
record DatabaseSnapshotRoutes(
    Databases databases,
    Snapshots snapshots,
    Clusters clusters,
    DatabaseRoutes branches,
    LongPolls polls,
    Duration patience) {
  record SnapshotView(
      UUID id,
      String name,
      String description,
      String database,
      @Nullable String cluster,
      String status,
      String message,
      long sizeBytes,
      String createdAt) {
    static SnapshotView of(String database, DatabaseSnapshot snapshot, @Nullable String cluster) {
      return new SnapshotView(
          snapshot.id(),
          snapshot.name(),
          snapshot.description(),
          database,
          cluster,
          snapshot.phase().wireName(),
          snapshot.message(),
          snapshot.sizeBytes(),
          Timestamps.text(snapshot.createdAt()));
    }
  }

  List<Route> routes() {
    ReplayableHandler<DatabaseSnapshot> taken =
        ReplayableHandler.live(
            this::take,
            DatabaseSnapshot::id,
            (request, id) -> snapshots.find(request.actor(), id),
            this::awaitTaken);
    return new RouteTable(ErrorDetail.SHOWN, Scope.Kind.DATABASE)
        .post("/v1/databases/{name}/snapshots", MEMBER, taken)
        .get("/v1/databases/{name}/snapshots", MEMBER, this::list)
        .post("/v1/snapshots/{id}/branches", MEMBER, branches.provisioning(this::branch))
        .routesAlsoUnder(DatabaseRoutes.ALSO_UNDER);
  }

  private DatabaseSnapshot take(RequestContext request, Idempotency<DatabaseSnapshot> idempotency) {
    String database = request.name();
    Snapshots.Take command =
        request.readAfter(
            () -> databases.find(request.actor(), database),
            it -> it.readWithWait(DatabaseSnapshotRoutes::command));
    return snapshots.take(request.actor(), database, command, idempotency);
  }

  private static Snapshots.Take command(Body body) {
    return new Snapshots.Take(body.text("name"), body.textOrEmpty("description"));
  }

  private CompletableFuture<ApiResponse> awaitTaken(
      RequestContext request, DatabaseSnapshot accepted) {
    String database = request.name();
    return polls
        .await(
            snapshots.awaitTaken(accepted, request.requestedWaitOr(patience)),
            () -> snapshots.current(accepted))
        .thenApply(taken -> ApiResponse.created(view(database, taken)));
  }

  private ApiResponse list(RequestContext request) {
    Actor actor = request.actor();
    String database = request.name();
    return PageViews.response(
        "snapshots",
        request.readAfter(() -> databases.find(actor, database), PageViews::optionalPageRequest),
        asked -> snapshots.list(actor, database, asked),
        () -> snapshots.list(actor, database),
        found -> found.stream().map(snapshot -> view(database, snapshot)).toList());
  }

  private SnapshotView view(String database, DatabaseSnapshot snapshot) {
    String cluster = clusters.name(snapshot.orgId(), snapshot.clusterId()).orElse(null);
    return SnapshotView.of(database, snapshot, cluster);
  }

  private Database branch(RequestContext request, Idempotency<Database> idempotency) {
    UUID snapshot = request.id();
    Databases.Branch command =
        request.readAfterExistenceCheck(
            id -> snapshots.requireExists(request.actor(), id),
            it -> it.readWithWait(DatabaseCommands::branch));
    return databases.branch(request.actor(), snapshot, command, idempotency);
  }
}
