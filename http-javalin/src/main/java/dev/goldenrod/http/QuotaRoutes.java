package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;
import static dev.goldenrod.http.web.Access.MEMBER;

import dev.goldenrod.control.ChangeQuota;
import dev.goldenrod.control.Quotas;
import dev.goldenrod.http.view.QuotaView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import java.util.List;

/** The organisation's caps: {@code /v1/org/quota}. */
final class QuotaRoutes {
  private final Quotas quotas;

  QuotaRoutes(Quotas quotas) {
    this.quotas = quotas;
  }

  List<Route> routes() {
    return new RouteTable(Wording.REASONED)
        .get("/v1/org/quota", MEMBER, this::show)
        .patch("/v1/org/quota", ADMIN, this::change)
        .routes();
  }

  private Answer show(Call call) {
    return Answer.ok(QuotaView.of(quotas.of(call.actor())));
  }

  private Answer change(Call call) {
    ChangeQuota command = call.read(QuotaRoutes::command);
    return Answer.ok(QuotaView.caps(quotas.change(call.actor(), command)));
  }

  private static ChangeQuota command(Body body) {
    return new ChangeQuota(
        body.intOrZero("max_instances_per_user"), body.intOrZero("max_instances_per_org"));
  }
}
