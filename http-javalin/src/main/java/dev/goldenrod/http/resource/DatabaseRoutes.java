package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.DatabaseCopy;
import dev.goldenrod.control.DatabaseUpdate;
import dev.goldenrod.control.Databases;
import dev.goldenrod.control.Schemas;
import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabasePhase;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.resource.DatabaseViews.DatabaseView;
import dev.goldenrod.http.resource.InstanceRoutes.CredentialsView;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.OutcomeUnknown;
import dev.goldenrod.http.route.PeerForwarder;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Scope;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Routes of databases and branches: {@code /v1/databases}, also below {@code /api}. */
final class DatabaseRoutes {
  /** Maximum time to wait until a change reaches the data plane. */
  private static final Duration UPDATE_PATIENCE = Duration.ofSeconds(10);

  /** Additional prefix of the paths of databases. */
  static final String ALSO_UNDER = "/api";

  private final Databases databases;
  private final Schemas schemas;
  private final DatabaseViews views;
  private final LongPolls polls;
  private final Duration patience;

  DatabaseRoutes(
      Databases databases,
      Schemas schemas,
      Clusters clusters,
      PeerForwarder peers,
      LongPolls polls,
      Duration patience) {
    this.databases = databases;
    this.schemas = schemas;
    this.views = new DatabaseViews(databases, clusters, peers);
    this.polls = polls;
    this.patience = patience;
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.SHOWN, Scope.Kind.DATABASE)
        .post("/v1/databases", MEMBER, provisioning(this::create))
        .get("/v1/databases", MEMBER, this::list)
        .poll("/v1/databases/{name}", MEMBER, this::find)
        .patch("/v1/databases/{name}", MEMBER, updated())
        .delete("/v1/databases/{name}", MEMBER, 202, this::delete)
        .post("/v1/databases/{name}/start", MEMBER, changed(this::start))
        .post("/v1/databases/{name}/stop", MEMBER, changed(this::stop))
        .post("/v1/databases/{name}/restart", MEMBER, changed(this::restart))
        .post("/v1/databases/{name}/upgrade-image", MEMBER, changed(this::upgradeImage))
        .postWithoutReplay("/v1/databases/{name}/credentials/reset", MEMBER, this::resetCredentials)
        .post("/v1/databases/{name}/branches", MEMBER, provisioning(this::branch))
        .get("/v1/databases/{name}/branches", MEMBER, this::branches)
        .delete("/v1/databases/{name}/branches", MEMBER, 202, this::deleteBranches)
        .post("/v1/databases/{name}/promote", MEMBER, promoted())
        .poll("/v1/databases/{name}/schema", MEMBER, this::schema)
        .poll("/v1/databases/{name}/schema-changes", MEMBER, this::schemaChanges)
        .routesAlsoUnder(ALSO_UNDER);
  }

  /**
   * Answers with the created database after provisioning, or with its state at the end of {@code
   * ?wait=} or of the patience.
   */
  ReplayableHandler<Database> provisioning(
      BiFunction<RequestContext, Idempotency<Database>, Database> command) {
    return ReplayableHandler.live(
        command, Database::id, this::findAccepted, this::awaitProvisioned);
  }

  /** Answers with the promoted database once it is reachable at its parent's endpoint. */
  private ReplayableHandler<Database> promoted() {
    return ReplayableHandler.live(
        this::promote,
        Database::id,
        this::findAccepted,
        (request, accepted) ->
            polls.then(
                settled(request, accepted),
                database -> ApiResponse.ok(views.of(request, database))));
  }

  /** Answers with the database after the changes that need no restart are applied. */
  private ReplayableHandler<Database> updated() {
    return ReplayableHandler.live(
        this::update,
        Database::id,
        this::findAccepted,
        (request, updated) ->
            polls
                .await(
                    databases.awaitUpdated(updated, request.remaining(UPDATE_PATIENCE)),
                    () -> databases.current(updated))
                .thenApply(database -> ApiResponse.ok(views.withoutSecrets(database))));
  }

  /** Answers with the current state of the database, without waiting. */
  private ReplayableHandler<Database> changed(
      BiFunction<RequestContext, Idempotency<Database>, Database> command) {
    return ReplayableHandler.live(
        command,
        Database::id,
        this::findAccepted,
        (request, database) ->
            CompletableFuture.completedFuture(ApiResponse.ok(views.withoutSecrets(database))));
  }

  private Optional<Database> findAccepted(RequestContext request, UUID id) {
    return databases.find(request.actor(), id);
  }

  private CompletableFuture<ApiResponse> awaitProvisioned(
      RequestContext request, Database accepted) {
    return polls.then(settled(request, accepted), database -> provisioned(request, database));
  }

  private CompletableFuture<Database> settled(RequestContext request, Database accepted) {
    return polls.await(
        databases.awaitProvisioned(accepted, request.requestedWaitOr(patience)),
        () -> databases.current(accepted));
  }

  private ApiResponse provisioned(RequestContext request, Database database) {
    DatabaseView view = views.of(request, database);
    return database.phase() == DatabasePhase.RUNNING
        ? ApiResponse.created(view)
        : ApiResponse.accepted(view);
  }

  private Database create(RequestContext request, Idempotency<Database> idempotency) {
    Actor actor = request.actor();
    Supplier<Database> command =
        request.readWithWait(
            body -> {
              if (DatabaseCommands.isCopy(body)) {
                DatabaseCopy copy = DatabaseCommands.copy(body);
                return () -> databases.create(actor, copy, idempotency);
              }
              Databases.Create empty = DatabaseCommands.create(body);
              return () -> databases.create(actor, empty, idempotency);
            });
    return command.get();
  }

  private Database update(RequestContext request, Idempotency<Database> idempotency) {
    String name = request.name();
    DatabaseUpdate command =
        request.readAfter(
            () -> databases.find(request.actor(), name), it -> it.read(DatabaseCommands::update));
    return databases.update(request.actor(), name, command, idempotency);
  }

  private ApiResponse list(RequestContext request) {
    Actor actor = request.actor();
    return PageViews.response(
        "databases",
        PageViews.optionalPageRequest(request),
        asked -> databases.list(actor, asked),
        () -> databases.list(actor),
        views::withoutSecrets);
  }

  private CompletableFuture<ApiResponse> find(RequestContext request) {
    Actor actor = request.actor();
    String name = request.name();
    CompletableFuture<Database> found =
        request
            .readAfter(() -> databases.find(actor, name), RequestContext::requestedWait)
            .map(atMost -> databases.awaitSettled(actor, name, atMost))
            .map(settled -> polls.await(settled, () -> databases.find(actor, name)))
            .orElseGet(() -> CompletableFuture.completedFuture(databases.find(actor, name)));
    return polls.then(found, database -> ApiResponse.ok(views.of(request, database)));
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    boolean force = request.query("force").filter("true"::equals).isPresent();
    databases.delete(request.actor(), request.name(), force, idempotency);
  }

  private Database start(RequestContext request, Idempotency<Database> idempotency) {
    return databases.start(request.actor(), request.name(), idempotency);
  }

  private Database stop(RequestContext request, Idempotency<Database> idempotency) {
    return databases.stop(request.actor(), request.name(), idempotency);
  }

  private Database restart(RequestContext request, Idempotency<Database> idempotency) {
    return databases.restart(request.actor(), request.name(), idempotency);
  }

  private Database upgradeImage(RequestContext request, Idempotency<Database> idempotency) {
    String name = request.name();
    boolean reindex =
        request.readAfter(
            () -> databases.find(request.actor(), name),
            it -> it.readIfAny(body -> body.flagOrFalse("reindex")));
    return databases.upgradeImage(request.actor(), name, reindex, idempotency);
  }

  private ApiResponse resetCredentials(RequestContext request) {
    return ApiResponse.ok(
        CredentialsView.of(
            OutcomeUnknown.duringChange(
                () -> databases.resetCredentials(request.actor(), request.name()))));
  }

  private Database promote(RequestContext request, Idempotency<Database> idempotency) {
    String name = request.name();
    request.readAfter(() -> databases.find(request.actor(), name), RequestContext::requestedWait);
    return databases.promote(request.actor(), name, idempotency);
  }

  private CompletableFuture<ApiResponse> schema(RequestContext request) {
    return schemas.ddl(request.actor(), request.name()).thenApply(ApiResponse::sql);
  }

  private CompletableFuture<ApiResponse> schemaChanges(RequestContext request) {
    return schemas.changes(request.actor(), request.name()).thenApply(ApiResponse::sql);
  }

  private Database branch(RequestContext request, Idempotency<Database> idempotency) {
    String parent = request.name();
    Databases.Branch command =
        request.readAfter(
            () -> databases.find(request.actor(), parent),
            it -> it.readWithWait(DatabaseCommands::branch));
    return databases.branch(request.actor(), parent, command, idempotency);
  }

  private ApiResponse branches(RequestContext request) {
    List<Database> branches = databases.branches(request.actor(), request.name());
    return ApiResponse.ok(Map.of("branches", views.withoutSecrets(branches)));
  }

  private void deleteBranches(RequestContext request, Idempotency<Boolean> idempotency) {
    databases.deleteBranches(request.actor(), request.name(), idempotency);
  }
}
