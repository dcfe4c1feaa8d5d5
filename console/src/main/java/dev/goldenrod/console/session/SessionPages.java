package dev.goldenrod.console.session;

import dev.goldenrod.console.html.Html;
import dev.goldenrod.control.Members;
import dev.goldenrod.control.Session;
import dev.goldenrod.control.Sessions;
import io.javalin.http.Context;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sign-in and sign-out. */
public final class SessionPages {
  /** A path of this server: neither another host nor anything that browsers read as one. */
  private static final Pattern OWN_PATH =
      Pattern.compile("/(?:[A-Za-z0-9._~?=&%-][A-Za-z0-9._~/?=&%-]*)?");

  private static final String BEARER = "Bearer ";

  private final Members members;
  private final Sessions sessions;
  private final List<IssuerLink> issuers;

  /** A link of the sign-in page to a sign-in at an issuer. */
  public record IssuerLink(String name, String path) {}

  public SessionPages(Members members, Sessions sessions, List<IssuerLink> issuers) {
    this.members = members;
    this.sessions = sessions;
    this.issuers = List.copyOf(issuers);
  }

  public void addTo(PageTable pages) {
    pages
        .getPublic(PageTable.SIGN_IN, context -> show(pages, context))
        .postPublic(PageTable.SIGN_IN, this::signIn)
        .postPublic("/sign-in/links", this::createLink)
        .post("/sign-out", this::signOut);
  }

  private Optional<Html> show(PageTable pages, Context context) {
    String code = context.queryParam("code");
    if (pages.visit(context).isPresent()) {
      PageTable.goTo(context, next(context.queryParam("next")));
      return Optional.empty();
    }
    if (code != null && isFromThisMachine(context)) {
      begin(context, sessions.signIn(code), "/");
      return Optional.empty();
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

  /** Creates a link for a program that has a member's token and starts a browser for it. */
  private Optional<Html> createLink(Context context) {
    String header = Optional.ofNullable(context.header("Authorization")).orElse("");
    String token = header.startsWith(BEARER) ? header.substring(BEARER.length()) : "";
    Sessions.SignInCode code = sessions.createCode(members.authenticate(token), token);
    context
        .status(201)
        .contentType("application/json")
        .result("{\"path\":\"%s\",\"expires_at\":\"%s\"}".formatted(path(code), code.expiresAt()));
    return Optional.empty();
  }

  /** Returns the path of a page that signs in with the code. */
  public static String path(Sessions.SignInCode code) {
    return PageTable.SIGN_IN + "?code=" + code.code();
  }

  private static void begin(Context context, Session session, String next) {
    SessionCookie.write(context, session);
    PageTable.goTo(context, next);
  }

  private Answer signOut(Visit visit) {
    sessions.logout(visit.actor(), visit.token());
    visit.forgetSession();
    return Answer.goTo(PageTable.SIGN_IN);
  }

  /** A link for signing in is printed on the machine of the server, and used there. */
  private static boolean isFromThisMachine(Context context) {
    try {
      return InetAddress.getByName(context.req().getRemoteAddr()).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false;
    }
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
