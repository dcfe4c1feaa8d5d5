package dev.goldenrod.console.session;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.control.Members;
import dev.goldenrod.control.Session;
import dev.goldenrod.control.Sessions;
import io.javalin.http.Context;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sign-in and sign-out. */
public final class SessionPages {
  private static final String SIGN_OUT = "/sign-out";

  /** A path of this server: neither another host nor anything that browsers read as one. */
  private static final Pattern OWN_PATH =
      Pattern.compile("/(?:[A-Za-z0-9._~?=&%-][A-Za-z0-9._~/?=&%-]*)?");

  private final Sessions sessions;
  private final SignInLinks links;
  private final List<IssuerLink> issuers;

  /** A link of the sign-in page to a sign-in at an issuer. */
  public record IssuerLink(String name, String path) {}

  public SessionPages(Members members, Sessions sessions, List<IssuerLink> issuers) {
    this.sessions = sessions;
    this.links = new SignInLinks(members, sessions);
    this.issuers = List.copyOf(issuers);
  }

  public void addTo(PageTable pages) {
    links.addTo(pages);
    pages
        .getPublic(PageTable.SIGN_IN, context -> show(pages, context))
        .postPublic(PageTable.SIGN_IN, this::signIn)
        .get(SIGN_OUT, SessionPages::warn)
        .post(SIGN_OUT, this::signOutOrWarn)
        .post(SIGN_OUT + "/now", this::signOut);
  }

  private Optional<Html> show(PageTable pages, Context context) {
    String code = context.queryParam("code");
    if (pages.visit(context).isPresent()) {
      PageTable.goTo(context, next(context.queryParam("next")));
      return Optional.empty();
    }
    if (code != null && SignInLinks.isFromThisMachine(context)) {
      return links.open(context, code);
    }
    return Optional.of(
        new Html("sign-in", "Sign in")
            .with("next", next(context.queryParam("next")))
            .with("issuers", issuers));
  }

  private Optional<Html> signIn(Context context) {
    Session session = sessions.login(field(context, "email"), field(context, "password"));
    begin(context, session, next(context.formParam("next")));
    return Optional.empty();
  }

  static void begin(Context context, Session session, String next) {
    SessionCookie.write(context, session);
    PageTable.goTo(context, next);
  }

  /** A member without a password may not know how to come in again. */
  private Answer signOutOrWarn(Visit visit) {
    boolean comesBack = visit.user().passwordHash() != null || !issuers.isEmpty();
    return comesBack ? signOut(visit) : Answer.goTo(SIGN_OUT, "");
  }

  private static Html warn(Visit visit) {
    return new Html("confirm", "Sign out")
        .with("question", "Sign out without a password?")
        .with(
            "consequence",
            "You have no password. To come in again, run 'goldenrod up' on the machine of the"
                + " server, and open the link that it prints; or go back, and set a password on"
                + " the page of your account.")
        .with("action", SIGN_OUT + "/now")
        .with("button", "Sign out")
        .with("back", "/account");
  }

  private Answer signOut(Visit visit) {
    sessions.logout(visit.actor(), visit.token());
    visit.forgetSession();
    return Answer.goTo(PageTable.SIGN_IN, "");
  }

  private static String field(Context context, String name) {
    String text = context.formParam(name);
    return text == null ? "" : text;
  }

  /** Returns the path if it is one of this server, else that of the overview. */
  static String next(@Nullable String path) {
    return path != null && OWN_PATH.matcher(path).matches() ? path : "/";
  }
}
