package dev.goldenrod.console.session;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Html;
import dev.goldenrod.control.Invites;
import dev.goldenrod.control.Session;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The page of an invitation's link, where the invited person becomes a member. The link's token is
 * moved into a cookie at once, so that it stays neither in the address nor in the history.
 */
public record InvitePages(Invites invites) {
  private static final String PATH = "/invite";
  private static final String COOKIE = "goldenrod-invite";
  private static final int SECONDS = 3600;
  private static final Pattern TOKEN = Pattern.compile("[0-9a-f]{64}");

  public void addTo(PageTable pages) {
    pages.getPublic(PATH, this::show).postPublic(PATH, this::accept);
  }

  private Optional<Html> show(Context context) {
    String token = context.queryParam("token");
    if (token != null) {
      keep(context, token);
      PageTable.goTo(context, PATH);
      return Optional.empty();
    }
    return Optional.of(page(context));
  }

  private static void keep(Context context, String token) {
    if (TOKEN.matcher(token).matches()) {
      setCookie(context, token, SECONDS);
    } else {
      setCookie(context, "", 0);
    }
  }

  private Html page(Context context) {
    try {
      return new Html("invite", "Invitation")
          .with("invite", invites.pending(token(context)))
          .with("refusal", "");
    } catch (ControlPlaneException refused) {
      return new Html("invite", "Invitation")
          .with("invite", null)
          .with("refusal", refusal(refused));
    }
  }

  private static String refusal(ControlPlaneException refused) {
    return switch (refused.code()) {
      case INVITE_ACCEPTED ->
          "It was used already. If you used it, sign in with your address and password; otherwise"
              + " tell an admin, and ask for a new one.";
      case INVITE_EXPIRED -> "It has expired. Ask an admin for a new one.";
      case NOT_FOUND ->
          "It was revoked, or the link is not complete. Open the link again as you got it, or ask"
              + " for a new one.";
      default -> throw refused;
    };
  }

  private Optional<Html> accept(Context context) {
    Session session =
        invites.accept(
            new Invites.Accept(
                token(context), field(context, "password"), field(context, "name").strip()));
    setCookie(context, "", 0);
    SessionCookie.write(context, session);
    PageTable.goTo(context, "/");
    return Optional.empty();
  }

  private static String token(Context context) {
    return Optional.ofNullable(context.cookie(COOKIE)).orElse("");
  }

  private static String field(Context context, String name) {
    return Optional.ofNullable(context.formParam(name)).orElse("");
  }

  /** Lax, not strict: a strict cookie would be withheld after a link from another site. */
  private static void setCookie(Context context, String token, int seconds) {
    context.cookie(
        new Cookie(
            COOKIE, token, PATH, seconds, context.req().isSecure(), true, null, SameSite.LAX));
  }
}
