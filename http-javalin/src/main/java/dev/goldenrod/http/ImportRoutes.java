package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;

import dev.goldenrod.control.Imports;
import dev.goldenrod.control.StartImport;
import dev.goldenrod.http.view.ImportView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.LongPolls;
import dev.goldenrod.http.web.Problem;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.imports.ImportJob;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Import jobs: {@code /v1/imports}. */
final class ImportRoutes {
  private final Imports imports;
  private final LongPolls polls;

  ImportRoutes(Imports imports, LongPolls polls) {
    this.imports = imports;
    this.polls = polls;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .post("/v1/imports", ADMIN, this::start, ImportRoutes::started)
        .get("/v1/imports", ADMIN, this::list)
        .poll("/v1/imports/{id}", ADMIN, this::find)
        .delete("/v1/imports/{id}", ADMIN, this::forget)
        .routes();
  }

  private ImportJob start(Call call, IdempotencyKey<ImportJob> key) {
    return imports.start(call.actor(), call.read(ImportRoutes::command), key);
  }

  private static Answer started(ImportJob job) {
    return Answer.accepted(ImportView.of(job));
  }

  private static StartImport command(Body body) {
    return new StartImport(
        body.id("source_id", Problem.of(400, "bad source_id")),
        body.text("golden"),
        body.intOrNull("pg_major"));
  }

  private Answer list(Call call) {
    List<ImportView> views = imports.list(call.actor()).stream().map(ImportView::of).toList();
    return Answer.ok(Map.of("imports", views));
  }

  private CompletableFuture<Answer> find(Call call) {
    UUID id = call.id();
    return call.after(job -> imports.find(call.actor(), job), Call::waiting)
        .map(atMost -> imports.settled(call.actor(), id, atMost))
        .map(settled -> polls.hold(settled, () -> imports.find(call.actor(), id)))
        .orElseGet(() -> CompletableFuture.completedFuture(imports.find(call.actor(), id)))
        .thenApply(ImportRoutes::found);
  }

  private static Answer found(ImportJob job) {
    return Answer.ok(ImportView.of(job));
  }

  private Answer forget(Call call) {
    imports.forget(call.actor(), call.id());
    return Answer.noContent();
  }
}
