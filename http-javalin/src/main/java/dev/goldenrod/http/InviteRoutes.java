package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;
import static dev.goldenrod.http.web.Access.PUBLIC;

import dev.goldenrod.control.AcceptInvite;
import dev.goldenrod.control.CreatedInvite;
import dev.goldenrod.control.Invites;
import dev.goldenrod.http.view.InviteView;
import dev.goldenrod.http.view.SessionView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.Map;

/** Invites: {@code /v1/invites}. */
final class InviteRoutes {
  private final Invites invites;

  InviteRoutes(Invites invites) {
    this.invites = invites;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .postForSecret("/v1/invites", ADMIN, this::create)
        .get("/v1/invites", ADMIN, this::list)
        .delete("/v1/invites/{id}", ADMIN, this::revoke)
        .postForSecret("/v1/invites/accept", PUBLIC, this::accept)
        .routes();
  }

  private Answer create(Call call) {
    return Answer.created(InviteView.created(call.read(body -> create(call.actor(), body))));
  }

  private CreatedInvite create(Actor actor, Body body) {
    return invites.create(
        actor, body.text("email"), body.text("role"), body.longOrZero("ttl_seconds"));
  }

  private Answer list(Call call) {
    List<InviteView> views = invites.list(call.actor()).stream().map(InviteView::of).toList();
    return Answer.ok(Map.of("invites", views));
  }

  private Answer revoke(Call call) {
    invites.revoke(call.actor(), call.id());
    return Answer.noContent();
  }

  private Answer accept(Call call) {
    AcceptInvite command = call.read(InviteRoutes::acceptance);
    return Answer.created(SessionView.of(invites.accept(command)));
  }

  private static AcceptInvite acceptance(Body body) {
    return new AcceptInvite(
        body.text("token"), body.text("password"), body.textOrEmpty("display_name"));
  }
}
