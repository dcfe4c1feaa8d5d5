package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.MEMBER;

import dev.goldenrod.control.Engines;
import dev.goldenrod.http.view.EngineView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import java.util.List;
import java.util.Map;

/** What databases can run: {@code /v1/engines}. */
final class EngineRoutes {
  private final Engines engines;

  EngineRoutes(Engines engines) {
    this.engines = engines;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE).get("/v1/engines", MEMBER, this::list).routes();
  }

  private Answer list(Call call) {
    List<EngineView> views = engines.list(call.actor()).stream().map(EngineView::of).toList();
    return Answer.ok(Map.of("engines", views));
  }
}
