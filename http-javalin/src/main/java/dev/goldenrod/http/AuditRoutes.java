package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;

import dev.goldenrod.control.Audits;
import dev.goldenrod.http.view.AuditEventView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import java.util.List;
import java.util.Map;

/** Audit events: {@code /v1/audit}. */
final class AuditRoutes {
  private static final int DEFAULT_LIMIT = 100;

  private final Audits audits;

  AuditRoutes(Audits audits) {
    this.audits = audits;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE).get("/v1/audit", ADMIN, this::list).routes();
  }

  private Answer list(Call call) {
    int limit = call.queryInt("limit", DEFAULT_LIMIT);
    List<AuditEventView> views =
        audits.list(call.actor(), limit, call.queryId("before")).stream()
            .map(AuditEventView::of)
            .toList();
    return Answer.ok(Map.of("events", views));
  }
}
