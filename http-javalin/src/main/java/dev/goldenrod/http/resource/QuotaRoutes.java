package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.ADMIN;
import static dev.goldenrod.http.route.Permission.Access.MEMBER;

import dev.goldenrod.control.Quotas;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.quota.Quota;
import dev.goldenrod.quota.QuotaUse;
import java.util.List;

/** Routes of the organization's quotas: {@code /v1/org/quota}. */
record QuotaRoutes(Quotas quotas) {
  record QuotaView(
      int maxInstancesPerUser, int maxInstancesPerOrg, int activeInOrg, int activeOwned) {
    record Caps(int maxInstancesPerUser, int maxInstancesPerOrg) {}

    static QuotaView of(QuotaUse use) {
      return new QuotaView(
          use.quota().maxInstancesPerUser(),
          use.quota().maxInstancesPerOrg(),
          use.activeInOrg(),
          use.activeOwned());
    }

    static Caps caps(Quota quota) {
      return new Caps(quota.maxInstancesPerUser(), quota.maxInstancesPerOrg());
    }
  }

  private static final String SET_BY = "Quota-Set-By";

  List<Route> routes() {
    return new RouteTable(ErrorDetail.SHOWN)
        .get("/v1/org/quota", MEMBER, this::show)
        .patch("/v1/org/quota", ADMIN, this::change)
        .routes();
  }

  private ApiResponse show(RequestContext request) {
    QuotaUse use = quotas.of(request.actor());
    return ApiResponse.ok(QuotaView.of(use)).with(SET_BY, setBy(use.quota()));
  }

  /** Sent as a header, because the body consists of four integers only. */
  private static String setBy(Quota quota) {
    return "max_instances_per_user=%s, max_instances_per_org=%s"
        .formatted(setBy(quota.isPerUserPinned()), setBy(quota.isPerOrgPinned()));
  }

  private static String setBy(boolean pinned) {
    return pinned ? "patch" : "start";
  }

  private ApiResponse change(RequestContext request) {
    Quotas.Change command = request.read(QuotaRoutes::command);
    return ApiResponse.ok(QuotaView.caps(quotas.change(request.actor(), command)));
  }

  private static Quotas.Change command(Body body) {
    return new Quotas.Change(
        body.intOrZero("max_instances_per_user"), body.intOrZero("max_instances_per_org"));
  }
}
