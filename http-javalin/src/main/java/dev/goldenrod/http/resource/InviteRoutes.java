package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.ADMIN;
import static dev.goldenrod.http.route.Permission.Access.PUBLIC;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Invites;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Invite;
import dev.goldenrod.member.Role;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Routes of invites: {@code /v1/invites}. */
record InviteRoutes(Invites invites) {
  record InviteView(
      UUID id,
      String email,
      String role,
      String expiresAt,
      @Nullable String acceptedAt,
      String createdAt) {
    record Created(String inviteToken) {
      /** Omits the token. */
      @Override
      public String toString() {
        return "Created[]";
      }
    }

    static InviteView of(Invite invite) {
      return new InviteView(
          invite.id(),
          invite.email(),
          invite.role().wireName(),
          Timestamps.text(invite.expiresAt()),
          Timestamps.textOrNull(invite.acceptedAt()),
          Timestamps.text(invite.createdAt()));
    }

    static Created created(Invites.Created created) {
      return new Created(created.secret());
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .postWithoutReplay("/v1/invites", ADMIN, this::create)
        .get("/v1/invites", ADMIN, this::list)
        .delete("/v1/invites/{id}", ADMIN, 204, this::revoke)
        .postWithoutReplay("/v1/invites/accept", PUBLIC, this::accept)
        .routes();
  }

  private ApiResponse create(RequestContext request) {
    return ApiResponse.created(
        InviteView.created(request.read(body -> create(request.actor(), body))));
  }

  private Invites.Created create(Actor actor, Body body) {
    return invites.create(
        actor,
        body.text("email"),
        body.named("role", Role::parse, "must be viewer, user, operator or admin"),
        body.longOrZero("ttl_seconds"));
  }

  private ApiResponse list(RequestContext request) {
    List<InviteView> views = invites.list(request.actor()).stream().map(InviteView::of).toList();
    return ApiResponse.ok(Map.of("invites", views));
  }

  private void revoke(RequestContext request, Idempotency<Boolean> idempotency) {
    invites.revoke(request.actor(), request.id(), idempotency);
  }

  private ApiResponse accept(RequestContext request) {
    Invites.Accept command = request.read(InviteRoutes::acceptance);
    return ApiResponse.created(AuthRoutes.SessionView.of(invites.accept(command)));
  }

  private static Invites.Accept acceptance(Body body) {
    return new Invites.Accept(
        body.text("token"), body.text("password"), body.textOrEmpty("display_name"));
  }
}
