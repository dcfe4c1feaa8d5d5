package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;

import dev.goldenrod.control.AuditLog;
import dev.goldenrod.http.view.AuditEventView;
import dev.goldenrod.http.web.ApiResponse;
import dev.goldenrod.http.web.ErrorDetail;
import dev.goldenrod.http.web.RequestContext;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import java.util.List;
import java.util.Map;

/** Audit events: {@code /v1/audit}. */
final class AuditRoutes {
  private static final int DEFAULT_LIMIT = 100;

  private final AuditLog auditLog;

  AuditRoutes(AuditLog auditLog) {
    this.auditLog = auditLog;
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN).get("/v1/audit", ADMIN, this::list).routes();
  }

  private ApiResponse list(RequestContext request) {
    int limit = request.queryInt("limit", DEFAULT_LIMIT);
    List<AuditEventView> views =
        auditLog.list(request.actor(), limit, request.queryId("before")).stream()
            .map(AuditEventView::of)
            .toList();
    return ApiResponse.ok(Map.of("events", views));
  }
}
