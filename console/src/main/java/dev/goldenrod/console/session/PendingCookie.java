package dev.goldenrod.console.session;

import dev.goldenrod.oidc.PendingSignIn;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.Optional;

/**
 * The cookie of a sign-in at an issuer that is not complete yet. Unlike that of a session, browsers
 * send it also when the issuer's page leads back here.
 */
final class PendingCookie {
  private static final String NAME = "goldenrod-sign-in";

  /** Browsers accept the name only from this host, over TLS, and for all paths. */
  private static final String NAME_WITH_TLS = "__Host-goldenrod-sign-in";

  private static final int SECONDS = 600;

  private PendingCookie() {}

  static Optional<PendingSignIn> take(Context context) {
    Optional<PendingSignIn> pending =
        Optional.ofNullable(context.cookie(name(context))).flatMap(PendingSignIn::parse);
    set(context, "", 0);
    return pending;
  }

  static void write(Context context, PendingSignIn pending) {
    set(context, pending.text(), SECONDS);
  }

  private static void set(Context context, String text, int seconds) {
    boolean isSecure = context.req().isSecure();
    context.cookie(
        new Cookie(name(context), text, "/", seconds, isSecure, true, null, SameSite.LAX));
  }

  private static String name(Context context) {
    return context.req().isSecure() ? NAME_WITH_TLS : NAME;
  }
}
