package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.ADMIN;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Members;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** Routes of members: {@code /v1/users}. */
record UserRoutes(Members members) {
  record UserView(
      UUID id, String email, String displayName, String role, String status, String createdAt) {
    record Changed(UUID id, String email, String role, String status, String createdAt) {}

    static UserView of(User user) {
      return new UserView(
          user.id(),
          user.email(),
          user.displayName(),
          user.role().wireName(),
          user.status().wireName(),
          Timestamps.text(user.createdAt()));
    }

    static Changed changed(User user) {
      return new Changed(
          user.id(),
          user.email(),
          user.role().wireName(),
          user.status().wireName(),
          Timestamps.text(user.createdAt()));
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .get("/v1/users", ADMIN, this::list)
        .patch("/v1/users/{id}", ADMIN, this::change)
        .delete("/v1/users/{id}", ADMIN, 202, this::remove)
        .routes();
  }

  private ApiResponse list(RequestContext request) {
    List<UserView> views = members.list(request.actor()).stream().map(UserView::of).toList();
    return ApiResponse.ok(Map.of("users", views));
  }

  private ApiResponse change(RequestContext request) {
    UUID id = request.id();
    Members.Change change =
        request.readAfterExistenceCheck(
            user -> members.find(request.actor(), user), it -> it.read(UserRoutes::change));
    return ApiResponse.ok(UserView.changed(members.change(request.actor(), id, change)));
  }

  /** The status is required unless a role is given. */
  private static Members.Change change(Body body) {
    Role role =
        body.textOrNull("role") == null
            ? null
            : body.named("role", Role::parse, "must be viewer, user, operator or admin");
    UserStatus status =
        role != null && body.textOrNull("status") == null
            ? null
            : body.named("status", UserRoutes::status, "must be active or disabled");
    return new Members.Change(status, role);
  }

  private static Optional<UserStatus> status(String name) {
    return Stream.of(UserStatus.ACTIVE, UserStatus.DISABLED)
        .filter(status -> status.wireName().equals(name))
        .findFirst();
  }

  private void remove(RequestContext request, Idempotency<Boolean> idempotency) {
    members.remove(request.actor(), request.id(), idempotency);
  }
}
