package dev.goldenrod.console.session;

import dev.goldenrod.control.Session;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.Optional;

/**
 * The cookie with a session's token. Only pages read it: the API needs the token in a header, which
 * other sites cannot send.
 */
final class SessionCookie {
  private static final String NAME = "goldenrod";

  /** Browsers accept the name only from this host, over TLS. */
  private static final String NAME_WITH_TLS = "__Host-goldenrod";

  private static final int UNTIL_THE_BROWSER_ENDS = -1;

  private SessionCookie() {}

  static Optional<String> read(Context context) {
    return Optional.ofNullable(context.cookie(name(context))).filter(token -> !token.isEmpty());
  }

  static void write(Context context, Session session) {
    set(context, session.token(), UNTIL_THE_BROWSER_ENDS);
  }

  static void remove(Context context) {
    set(context, "", 0);
  }

  private static void set(Context context, String token, int seconds) {
    boolean isSecure = context.req().isSecure();
    context.cookie(
        new Cookie(name(context), token, "/", seconds, isSecure, true, null, SameSite.STRICT));
  }

  private static String name(Context context) {
    return context.req().isSecure() ? NAME_WITH_TLS : NAME;
  }
}
