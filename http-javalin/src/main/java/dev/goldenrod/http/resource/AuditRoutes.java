package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.OPERATOR;

import dev.goldenrod.Timestamps;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.AuditLog;
import dev.goldenrod.control.Page;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Routes of audit events: {@code /v1/audit}. */
record AuditRoutes(AuditLog auditLog) {
  record AuditEventView(
      UUID id,
      String action,
      @Nullable UUID actor,
      String target,
      Map<String, @Nullable Object> metadata,
      String createdAt) {
    static AuditEventView of(AuditEvent event) {
      return new AuditEventView(
          event.id(),
          event.action(),
          event.actorId(),
          event.target(),
          event.metadata(),
          Timestamps.text(event.createdAt()));
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN).get("/v1/audit", OPERATOR, this::list).routes();
  }

  private ApiResponse list(RequestContext request) {
    Page<AuditEvent> page = auditLog.list(request.actor(), PageViews.pageRequest(request));
    return PageViews.response(request, "events", page, AuditEventView::of);
  }
}
