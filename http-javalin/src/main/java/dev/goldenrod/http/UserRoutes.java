package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.ADMIN;

import dev.goldenrod.control.Members;
import dev.goldenrod.http.view.UserView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Members: {@code /v1/users}. */
final class UserRoutes {
  private final Members members;

  UserRoutes(Members members) {
    this.members = members;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .get("/v1/users", ADMIN, this::list)
        .patch("/v1/users/{id}", ADMIN, this::changeStatus)
        .delete("/v1/users/{id}", ADMIN, this::remove)
        .routes();
  }

  private Answer list(Call call) {
    List<UserView> views = members.list(call.actor()).stream().map(UserView::of).toList();
    return Answer.ok(Map.of("users", views));
  }

  private Answer changeStatus(Call call) {
    UUID id = call.id();
    String status =
        call.after(
            user -> members.find(call.actor(), user), it -> it.read(body -> body.text("status")));
    return Answer.ok(UserView.changed(members.changeStatus(call.actor(), id, status)));
  }

  private Answer remove(Call call) {
    members.remove(call.actor(), call.id());
    return Answer.accepted();
  }
}
