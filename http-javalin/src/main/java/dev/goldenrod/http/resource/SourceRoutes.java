package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.MEMBER;
import static dev.goldenrod.http.route.Permission.Access.OPERATOR;

import dev.goldenrod.control.Sources;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.source.Source;
import dev.goldenrod.source.SourceCheck;
import dev.goldenrod.source.SourceKind;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Routes of sources: {@code /v1/sources}. */
record SourceRoutes(Sources sources) {
  record SourceView(
      UUID id,
      String kind,
      String status,
      Map<String, @Nullable Object> config,
      @Nullable String cluster,
      String scopedCredsRef,
      boolean requireMasking) {
    record Created(UUID id, String kind, String status) {}

    static SourceView of(Source source) {
      return new SourceView(
          source.id(),
          source.kind().wireName(),
          Source.STATUS,
          source.config(),
          source.cluster().isEmpty() ? null : source.cluster(),
          source.scopedCredsRef(),
          source.isSensitive());
    }

    static Created created(Source source) {
      return new Created(source.id(), source.kind().wireName(), Source.STATUS);
    }
  }

  record CheckView(String version, long sizeBytes, long tables, List<String> warnings) {
    static CheckView of(SourceCheck check) {
      return new CheckView(check.version(), check.sizeBytes(), check.tables(), check.warnings());
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .post("/v1/sources", OPERATOR, ReplayableHandler.of(201, this::create, SourceView::created))
        .get("/v1/sources", MEMBER, this::list)
        .postLong("/v1/sources/{id}/check", OPERATOR, this::check)
        .delete("/v1/sources/{id}", OPERATOR, 204, this::delete)
        .routes();
  }

  private Source create(RequestContext request, Idempotency<Source> idempotency) {
    return sources.create(request.actor(), request.read(SourceRoutes::command), idempotency);
  }

  private static Sources.Create command(Body body) {
    return new Sources.Create(
            body.named("kind", SourceKind::parse, "must be rds or s3"),
            body.object("config"),
            body.textOrEmpty("scoped_creds_ref"))
        .inCluster(body.textOrEmpty("cluster"))
        .requiringMasking(body.flagOrFalse("require_masking"));
  }

  private ApiResponse list(RequestContext request) {
    List<SourceView> views = sources.list(request.actor()).stream().map(SourceView::of).toList();
    return ApiResponse.ok(Map.of("sources", views));
  }

  private CompletableFuture<ApiResponse> check(RequestContext request) {
    return sources
        .check(request.actor(), request.id())
        .thenApply(check -> ApiResponse.ok(CheckView.of(check)));
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    sources.delete(request.actor(), request.id(), idempotency);
  }
}
