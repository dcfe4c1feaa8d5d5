package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;
import static dev.goldenrod.http.route.Permission.Access.OPERATOR;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.Snapshots;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Scope;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Routes of goldens, and of the deletion of any snapshot: {@code /v1/snapshots}. */
record GoldenRoutes(Goldens goldens, Clusters clusters, Snapshots snapshots) {
  record VersionView(
      int version,
      String status,
      String sourceRef,
      long sizeBytes,
      @Nullable String cluster,
      @Nullable MaskingView masking,
      String createdAt) {
    static VersionView of(GoldenVersion version, @Nullable String cluster) {
      return new VersionView(
          version.number(),
          version.status().wireName(),
          version.sourceRef(),
          version.sizeBytes(),
          cluster,
          MaskingView.of(version.masking()),
          Timestamps.text(version.createdAt()));
    }
  }

  record RegisteredVersionView(UUID snapshotId, int version) {
    static RegisteredVersionView of(Goldens.RegisteredVersion registered) {
      return new RegisteredVersionView(registered.goldenId(), registered.version());
    }
  }

  record GoldenView(
      UUID id,
      String name,
      String substrate,
      String shareScope,
      int latestVersion,
      @JsonProperty("protected") boolean isProtected,
      boolean requireMasking,
      String createdAt) {
    static GoldenView of(GoldenSummary summary) {
      Golden golden = summary.golden();
      return new GoldenView(
          golden.id(),
          golden.name(),
          golden.substrate().wireName(),
          golden.shareScope().wireName(),
          summary.latestVersion(),
          golden.isProtected(),
          golden.requiresMasking(),
          Timestamps.text(golden.createdAt()));
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN, Scope.Kind.GOLDEN)
        .post(
            "/v1/snapshots/versions",
            OPERATOR,
            ReplayableHandler.of(201, this::register, RegisteredVersionView::of))
        .get("/v1/snapshots", MEMBER, this::list)
        .get("/v1/snapshots/{id}/versions", MEMBER, this::versions)
        .get("/v1/snapshots/{id}/versions/{version}/attestation", MEMBER, this::attestation)
        .post(
            "/v1/snapshots/{id}/share",
            OPERATOR,
            ReplayableHandler.of(204, this::share, golden -> null))
        .routes();
  }

  /** Routes that goldens and snapshots of databases share; they also exist below {@code /api}. */
  List<Route> sharedRoutes() {
    return new RouteTable(ErrorDetail.HIDDEN, Scope.Kind.DATABASE)
        .patch("/v1/snapshots/{id}", OPERATOR, this::update)
        // Not restricted to admins: for other members, a malformed id must give 400 before the 403.
        .delete("/v1/snapshots/{id}", MEMBER, 202, this::delete)
        .routesAlsoUnder(DatabaseRoutes.ALSO_UNDER);
  }

  private Goldens.RegisteredVersion register(
      RequestContext request, Idempotency<Goldens.RegisteredVersion> idempotency) {
    return goldens.register(request.actor(), request.read(GoldenRoutes::command), idempotency);
  }

  private static Goldens.RegisterVersion command(Body body) {
    return new Goldens.RegisterVersion(
        body.text("name"),
        body.named("substrate", Substrate::parse, "must be postgres, mysql or mongodb"),
        body.textOrEmpty("source_ref"),
        body.text("vsc_handle"),
        body.longOrZero("size_bytes"));
  }

  private ApiResponse list(RequestContext request) {
    Actor actor = request.actor();
    return PageViews.response(
        "snapshots",
        PageViews.optionalPageRequest(request),
        asked -> goldens.list(actor, asked),
        () -> goldens.list(actor),
        found -> found.stream().map(GoldenView::of).toList());
  }

  private ApiResponse versions(RequestContext request) {
    Actor actor = request.actor();
    List<VersionView> views =
        goldens.versions(actor, request.id()).stream().map(one -> view(actor, one)).toList();
    return ApiResponse.ok(Map.of("versions", views));
  }

  private ApiResponse attestation(RequestContext request) {
    UUID id = request.id();
    return ApiResponse.ok(
        new ApiResponse.Text(
            "application/vnd.goldenrod.attestation",
            goldens.attestation(request.actor(), id, request.number("version"))));
  }

  private VersionView view(Actor actor, GoldenVersion version) {
    String cluster = clusters.name(actor.orgId(), version.clusterId()).orElse(null);
    return VersionView.of(version, cluster);
  }

  private Golden share(RequestContext request, Idempotency<Golden> idempotency) {
    UUID id = request.id();
    boolean shared =
        request.readAfterExistenceCheck(
            golden -> goldens.requireExists(request.actor(), golden),
            it -> it.read(body -> body.flag("shared")));
    return goldens.share(request.actor(), id, shared, idempotency);
  }

  private ApiResponse update(RequestContext request) {
    UUID id = request.id();
    Goldens.Change change =
        request.readAfterExistenceCheck(
            golden -> goldens.requireExists(request.actor(), golden),
            it -> it.read(GoldenRoutes::change));
    return ApiResponse.ok(GoldenView.of(goldens.change(request.actor(), id, change)));
  }

  private static Goldens.Change change(Body body) {
    Boolean masking = body.flagOrNull("require_masking");
    Boolean isProtected =
        masking == null ? (Boolean) body.flag("protected") : body.flagOrNull("protected");
    return new Goldens.Change(isProtected, masking);
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    Actor actor = request.actor();
    UUID id = request.id();
    if (snapshots.find(actor, id).isPresent()) {
      snapshots.delete(actor, id, idempotency);
    } else {
      boolean force = request.query("force").filter("true"::equals).isPresent();
      goldens.delete(actor, id, force, idempotency);
    }
  }
}
