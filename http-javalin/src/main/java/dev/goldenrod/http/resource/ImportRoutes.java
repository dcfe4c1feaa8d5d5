package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.OPERATOR;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Clusters;
import dev.goldenrod.control.Imports;
import dev.goldenrod.control.Page;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.LongPolls;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportStatus;
import dev.goldenrod.imports.Progress;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Routes of import jobs: {@code /v1/imports}. */
record ImportRoutes(Imports imports, Clusters clusters, LongPolls polls) {
  /** An import job; cluster, masking, progress and warnings are not in the specification. */
  record ImportView(
      UUID id,
      @Nullable UUID sourceId,
      String golden,
      int version,
      @Nullable String cluster,
      String phase,
      String message,
      long sizeBytes,
      int pgMajor,
      @Nullable Integer maskingVersion,
      String createdAt,
      @Nullable String finishedAt,
      @Nullable ProgressView progress,
      List<String> warnings) {
    /** Progress of the current step. A total of 0 means unknown. */
    record ProgressView(long done, long total, String unit) {
      static @Nullable ProgressView of(@Nullable Progress progress) {
        return progress == null
            ? null
            : new ProgressView(progress.done(), progress.total(), progress.unit());
      }
    }

    static ImportView of(ImportJob job, @Nullable String cluster) {
      ImportStatus status = job.status();
      return new ImportView(
          job.id(),
          job.sourceId(),
          job.golden(),
          job.version(),
          cluster,
          status.phase().wireName(),
          status.message(),
          job.sizeBytes(),
          job.pgMajor(),
          job.maskingVersion(),
          Timestamps.text(job.createdAt()),
          Timestamps.textOrNull(job.finishedAt()),
          ProgressView.of(status.progress()),
          status.warnings());
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .post(
            "/v1/imports",
            OPERATOR,
            ReplayableHandler.of(202, this::start, this::view, this::storedView))
        .get("/v1/imports", OPERATOR, this::list)
        .poll("/v1/imports/{id}", OPERATOR, this::find)
        .post(
            "/v1/imports/{id}/cancel",
            OPERATOR,
            ReplayableHandler.of(202, this::cancel, this::view, this::storedView))
        .delete("/v1/imports/{id}", OPERATOR, 204, this::delete)
        .routes();
  }

  private ImportJob start(RequestContext request, Idempotency<ImportJob> idempotency) {
    return imports.start(request.actor(), request.read(ImportRoutes::command), idempotency);
  }

  private ImportJob cancel(RequestContext request, Idempotency<ImportJob> idempotency) {
    return imports.cancel(request.actor(), request.id(), idempotency);
  }

  private static Imports.Start command(Body body) {
    return new Imports.Start(
        body.id(
            "source_id",
            ApiException.invalid("bad source_id", "source_id", "must be a source's id")),
        body.text("golden"),
        body.intOrNull("pg_major"),
        body.textOrEmpty("cluster"));
  }

  private ApiResponse list(RequestContext request) {
    Page<ImportJob> page = imports.list(request.actor(), PageViews.pageRequest(request));
    return PageViews.response(request, "imports", page, this::view);
  }

  private CompletableFuture<ApiResponse> find(RequestContext request) {
    UUID id = request.id();
    return request
        .readAfterExistenceCheck(
            job -> imports.find(request.actor(), job), RequestContext::requestedWait)
        .map(atMost -> imports.awaitSettled(request.actor(), id, atMost))
        .map(settled -> polls.await(settled, () -> imports.find(request.actor(), id)))
        .orElseGet(() -> CompletableFuture.completedFuture(imports.find(request.actor(), id)))
        .thenApply(job -> ApiResponse.ok(view(job)));
  }

  private ImportView view(ImportJob job) {
    return ImportView.of(job, clusters.name(job.orgId(), job.clusterId()).orElse(null));
  }

  private ImportView storedView(ImportJob job) {
    return ImportView.of(job, clusters.nameInChange(job.clusterId()).orElse(null));
  }

  private void delete(RequestContext request, Idempotency<Boolean> idempotency) {
    imports.delete(request.actor(), request.id(), idempotency);
  }
}
