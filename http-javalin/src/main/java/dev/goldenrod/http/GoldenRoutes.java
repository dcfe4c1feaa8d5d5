package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;
import static dev.goldenrod.http.web.Access.MEMBER;

import dev.goldenrod.control.Goldens;
import dev.goldenrod.control.RegisterVersion;
import dev.goldenrod.control.RegisteredVersion;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.http.view.GoldenView;
import dev.goldenrod.http.view.RegisteredVersionView;
import dev.goldenrod.http.view.VersionView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import dev.goldenrod.idempotency.IdempotencyKey;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Goldens and their versions: {@code /v1/snapshots}. */
final class GoldenRoutes {
  private final Goldens goldens;

  GoldenRoutes(Goldens goldens) {
    this.goldens = goldens;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .post("/v1/snapshots/versions", ADMIN, this::register, GoldenRoutes::registered)
        .get("/v1/snapshots", MEMBER, this::list)
        .get("/v1/snapshots/{id}/versions", MEMBER, this::versions)
        .post("/v1/snapshots/{id}/share", ADMIN, this::share, golden -> Answer.noContent())
        // Not for admins alone: a member's malformed id is 400 before his 403.
        .delete("/v1/snapshots/{id}", MEMBER, this::delete)
        .routes();
  }

  private RegisteredVersion register(Call call, IdempotencyKey<RegisteredVersion> key) {
    return goldens.register(call.actor(), call.read(GoldenRoutes::command), key);
  }

  private static Answer registered(RegisteredVersion version) {
    return Answer.created(RegisteredVersionView.of(version));
  }

  private static RegisterVersion command(Body body) {
    return new RegisterVersion(
        body.text("name"),
        body.text("substrate"),
        body.textOrEmpty("source_ref"),
        body.text("vsc_handle"),
        body.longOrZero("size_bytes"));
  }

  private Answer list(Call call) {
    List<GoldenView> views = goldens.list(call.actor()).stream().map(GoldenView::of).toList();
    return Answer.ok(Map.of("snapshots", views));
  }

  private Answer versions(Call call) {
    List<VersionView> views =
        goldens.versions(call.actor(), call.id()).stream().map(VersionView::of).toList();
    return Answer.ok(Map.of("versions", views));
  }

  private Golden share(Call call, IdempotencyKey<Golden> key) {
    UUID id = call.id();
    boolean shared =
        call.after(
            golden -> goldens.requireExists(call.actor(), golden), it -> it.read(this::shared));
    return goldens.share(call.actor(), id, shared, key);
  }

  private boolean shared(Body body) {
    return body.flag("shared");
  }

  private Answer delete(Call call) {
    boolean force = call.query("force").filter("true"::equals).isPresent();
    goldens.delete(call.actor(), call.id(), force);
    return Answer.accepted();
  }
}
