package dev.goldenrod.http;

import static dev.goldenrod.http.web.Access.MEMBER;
import static dev.goldenrod.http.web.Access.PUBLIC;

import dev.goldenrod.control.ChangeProfile;
import dev.goldenrod.control.CreatedToken;
import dev.goldenrod.control.Session;
import dev.goldenrod.control.Sessions;
import dev.goldenrod.http.view.SessionView;
import dev.goldenrod.http.view.TokenView;
import dev.goldenrod.http.view.UserView;
import dev.goldenrod.http.web.Answer;
import dev.goldenrod.http.web.Body;
import dev.goldenrod.http.web.Call;
import dev.goldenrod.http.web.Route;
import dev.goldenrod.http.web.RouteTable;
import dev.goldenrod.http.web.Wording;
import dev.goldenrod.idempotency.IdempotencyKey;
import java.util.List;
import java.util.Map;

/** Logins, the caller's own account and its tokens for scripts: {@code /v1/auth}. */
final class AuthRoutes {
  private final Sessions sessions;

  AuthRoutes(Sessions sessions) {
    this.sessions = sessions;
  }

  List<Route> routes() {
    return new RouteTable(Wording.BARE)
        .postForSecret("/v1/auth/login", PUBLIC, this::login)
        .post("/v1/auth/logout", MEMBER, this::logout, ended -> Answer.noContent())
        .get("/v1/auth/me", MEMBER, this::me)
        .patch("/v1/auth/me", MEMBER, this::change)
        .postForSecret("/v1/auth/tokens", MEMBER, this::createToken)
        .get("/v1/auth/tokens", MEMBER, this::tokens)
        .delete("/v1/auth/tokens/{id}", MEMBER, this::deleteToken)
        .routes();
  }

  private Answer login(Call call) {
    return Answer.ok(SessionView.of(call.read(this::login)));
  }

  private Session login(Body body) {
    return sessions.login(body.text("email"), body.text("password"));
  }

  private boolean logout(Call call, IdempotencyKey<Boolean> key) {
    return sessions.logout(call.actor(), call.token(), key);
  }

  private Answer me(Call call) {
    return Answer.ok(UserView.of(sessions.me(call.actor())));
  }

  private Answer change(Call call) {
    ChangeProfile command = call.read(AuthRoutes::profile);
    return Answer.ok(UserView.of(sessions.changeProfile(call.actor(), command, call.token())));
  }

  private static ChangeProfile profile(Body body) {
    return new ChangeProfile(
        body.textOrNull("display_name"),
        body.textOrNull("password"),
        body.textOrNull("current_password"));
  }

  private Answer createToken(Call call) {
    return Answer.created(TokenView.created(call.read(body -> createToken(call, body))));
  }

  private CreatedToken createToken(Call call, Body body) {
    return sessions.createToken(
        call.actor(), body.text("name"), body.longOrZero("ttl_seconds"), call.token());
  }

  private Answer tokens(Call call) {
    List<TokenView> views = sessions.tokens(call.actor()).stream().map(TokenView::of).toList();
    return Answer.ok(Map.of("tokens", views));
  }

  private Answer deleteToken(Call call) {
    sessions.deleteToken(call.actor(), call.id());
    return Answer.noContent();
  }
}
