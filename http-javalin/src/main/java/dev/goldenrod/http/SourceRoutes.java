package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;
import static dev.goldenrod.http.web.Access.MEMBER;

import dev.goldenrod.control.CreateSource;
import dev.goldenrod.control.Sources;
import dev.goldenrod.http.view.SourceView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.source.Source;
import java.util.List;
import java.util.Map;

/** Sources: {@code /v1/sources}. */
final class SourceRoutes {
  private final Sources sources;

  SourceRoutes(Sources sources) {
    this.sources = sources;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .post("/v1/sources", ADMIN, this::create, SourceRoutes::created)
        .get("/v1/sources", MEMBER, this::list)
        .delete("/v1/sources/{id}", ADMIN, this::delete)
        .routes();
  }

  private Source create(Call call, IdempotencyKey<Source> key) {
    return sources.create(call.actor(), call.read(SourceRoutes::command), key);
  }

  private static Answer created(Source source) {
    return Answer.created(SourceView.created(source));
  }

  private static CreateSource command(Body body) {
    return new CreateSource(
        body.text("kind"), body.object("config"), body.textOrEmpty("scoped_creds_ref"));
  }

  private Answer list(Call call) {
    List<SourceView> views = sources.list(call.actor()).stream().map(SourceView::of).toList();
    return Answer.ok(Map.of("sources", views));
  }

  private Answer delete(Call call) {
    sources.delete(call.actor(), call.id());
    return Answer.noContent();
  }
}
