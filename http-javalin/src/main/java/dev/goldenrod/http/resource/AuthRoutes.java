package dev.goldenrod.http.resource;

import static dev.goldenrod.http.route.Permission.Access.ACCOUNT;
import static dev.goldenrod.http.route.Permission.Access.PUBLIC;
import static dev.goldenrod.http.route.Permission.Access.SELF;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Session;
import dev.goldenrod.control.Sessions;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.Body;
import dev.goldenrod.http.route.ReplayableHandler;
import dev.goldenrod.http.route.RequestContext;
import dev.goldenrod.http.route.Route;
import dev.goldenrod.http.route.RouteTable;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Scope;
import dev.goldenrod.member.Scopes;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Routes of logins, the caller's own account and its API tokens: {@code /v1/auth}. */
record AuthRoutes(Sessions sessions, Tokens tokens) {
  record TokenView(
      UUID id, String name, List<String> scopes, @Nullable String expiresAt, String createdAt) {
    record Created(
        UUID id, String name, List<String> scopes, String token, @Nullable String expiresAt) {
      /** Omits the token. */
      @Override
      public String toString() {
        return "Created[" + id + " " + name + "]";
      }
    }

    static TokenView of(AccessToken token) {
      return new TokenView(
          token.id(),
          token.name(),
          scopes(token),
          Timestamps.textOrNull(token.expiresAt()),
          Timestamps.text(token.createdAt()));
    }

    static Created created(Tokens.Created created) {
      AccessToken token = created.token();
      return new Created(
          token.id(),
          token.name(),
          scopes(token),
          created.secret(),
          Timestamps.textOrNull(token.expiresAt()));
    }

    private static List<String> scopes(AccessToken token) {
      return token.scopes().granted().stream().map(Scope::text).toList();
    }
  }

  record SessionView(String accessToken, String expiresAt, UserRoutes.UserView user) {
    static SessionView of(Session session) {
      return new SessionView(
          session.token(),
          Timestamps.text(session.expiresAt()),
          UserRoutes.UserView.of(session.user()));
    }

    /** Omits the token. */
    @Override
    public String toString() {
      return "SessionView[" + user.email() + " until " + expiresAt + "]";
    }
  }

  List<Route> routes() {
    return new RouteTable(ErrorDetail.HIDDEN)
        .postWithoutReplay("/v1/auth/login", PUBLIC, this::login)
        .post("/v1/auth/logout", ACCOUNT, ReplayableHandler.of(204, this::logout, ended -> null))
        .get("/v1/auth/me", SELF, this::me)
        .patch("/v1/auth/me", ACCOUNT, this::change)
        .postWithoutReplay("/v1/auth/tokens", ACCOUNT, this::createToken)
        .get("/v1/auth/tokens", ACCOUNT, this::listTokens)
        .delete("/v1/auth/tokens/{id}", ACCOUNT, 204, this::deleteToken)
        .routes();
  }

  private ApiResponse login(RequestContext request) {
    return ApiResponse.ok(SessionView.of(request.read(this::login)));
  }

  private Session login(Body body) {
    return sessions.login(body.text("email"), body.text("password"));
  }

  private boolean logout(RequestContext request, Idempotency<Boolean> idempotency) {
    return sessions.logout(request.actor(), request.token(), idempotency);
  }

  private ApiResponse me(RequestContext request) {
    return ApiResponse.ok(UserRoutes.UserView.of(sessions.me(request.actor())));
  }

  private ApiResponse change(RequestContext request) {
    Sessions.ChangeProfile command = request.read(AuthRoutes::profile);
    return ApiResponse.ok(
        UserRoutes.UserView.of(sessions.changeProfile(request.actor(), command, request.token())));
  }

  private static Sessions.ChangeProfile profile(Body body) {
    return new Sessions.ChangeProfile(
        body.textOrNull("display_name"),
        body.textOrNull("password"),
        body.textOrNull("current_password"));
  }

  private ApiResponse createToken(RequestContext request) {
    return ApiResponse.created(TokenView.created(request.read(body -> createToken(request, body))));
  }

  private Tokens.Created createToken(RequestContext request, Body body) {
    return tokens.create(
        request.actor(),
        body.text("name"),
        body.longOrZero("ttl_seconds"),
        scopes(body),
        request.token());
  }

  private static Scopes scopes(Body body) {
    if (body.has("scope")) {
      throw ControlPlaneException.invalid("scope", "is not a field; use scopes");
    }
    return body.has("scopes") ? Scopes.of(body.texts("scopes")) : Scopes.ALL;
  }

  private ApiResponse listTokens(RequestContext request) {
    List<TokenView> views = tokens.list(request.actor()).stream().map(TokenView::of).toList();
    return ApiResponse.ok(Map.of("tokens", views));
  }

  private void deleteToken(RequestContext request, Idempotency<Boolean> idempotency) {
    tokens.delete(request.actor(), request.id(), idempotency);
  }
}
