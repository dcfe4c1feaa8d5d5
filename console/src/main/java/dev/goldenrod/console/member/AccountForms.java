package dev.goldenrod.console.member;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.console.session.Answer;
import dev.goldenrod.console.session.PageTable;
import dev.goldenrod.console.session.RepeatedForms;
import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.Sessions;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.member.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Changes of the member's own account and tokens. */
public record AccountForms(Sessions sessions, Tokens tokens) {
  public void addTo(PageTable pages) {
    RepeatedForms repeated = new RepeatedForms();
    pages
        .post("/account/name", this::rename)
        .post("/account/password", this::changePassword)
        .post("/account/tokens", repeated.once(this::createToken))
        .post("/account/tokens/{id}/revoke", this::revokeToken);
  }

  private Answer rename(Visit visit) {
    return changed(
        visit,
        new Sessions.ChangeProfile(visit.field("name"), null, null),
        "Your name has been changed.");
  }

  private Answer changePassword(Visit visit) {
    String password = visit.secret("password");
    if (!password.equals(visit.secret("repeated"))) {
      throw ControlPlaneException.invalid("repeated", "must be the same as the new password");
    }
    return changed(
        visit,
        new Sessions.ChangeProfile(null, password, visit.secret("current_password")),
        "Your password has been changed. Your other sessions have ended.");
  }

  private Answer changed(Visit visit, Sessions.ChangeProfile change, String confirmation) {
    sessions.changeProfile(visit.actor(), change, visit.token());
    return Answer.goTo("/account", confirmation);
  }

  private Answer createToken(Visit visit) {
    Tokens.Created created =
        tokens.create(
            visit.actor(),
            visit.field("name"),
            Choices.seconds(visit),
            scopes(visit),
            visit.token());
    return Answer.show(
        new Html("token-created", "Token " + created.token().name())
            .with("token", created.token())
            .with("secret", created.secret())
            .with("address", visit.address()));
  }

  private static Scopes scopes(Visit visit) {
    List<String> scopes = new ArrayList<>();
    Stream.of("read", "metrics").filter(visit::isChecked).forEach(scopes::add);
    named(visit, "databases", "database:").forEach(scopes::add);
    named(visit, "goldens", "golden:").forEach(scopes::add);
    boolean isLimited = !visit.field("access").equals("all");
    if (!isLimited && scopes.isEmpty()) {
      return Scopes.ALL;
    }
    if (!isLimited) {
      throw ControlPlaneException.invalid(
          "access",
          "is everything, but limits are given too: choose 'Only the following', or remove them");
    }
    if (scopes.isEmpty()) {
      throw ControlPlaneException.invalid(
          "access", "is limited, but nothing is allowed: check a box or name a database or golden");
    }
    return Scopes.of(scopes);
  }

  private static Stream<String> named(Visit visit, String field, String kind) {
    return Stream.of(visit.field(field).split("[\\s,]+"))
        .filter(name -> !name.isEmpty())
        .map(name -> kind + name);
  }

  private Answer revokeToken(Visit visit) {
    tokens.delete(visit.actor(), visit.id());
    return Answer.goTo("/account/tokens", "The token has been revoked.");
  }
}
