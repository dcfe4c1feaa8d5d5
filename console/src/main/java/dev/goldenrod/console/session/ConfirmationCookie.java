package dev.goldenrod.console.session;

import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * The cookie that brings the confirmation of a change to the page that the form leads to. It is
 * signed by the session, so that a page shows no words of another site or server.
 */
final class ConfirmationCookie {
  private static final String NAME = "goldenrod-done";

  /** Browsers accept the name only from this host, over TLS. */
  private static final String NAME_WITH_TLS = "__Host-goldenrod-done";

  private static final String PURPOSE = "console confirmation: ";
  private static final int SECONDS = 60;

  private ConfirmationCookie() {}

  static void write(Context context, String session, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    String encoded = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    set(context, encoded + "." + SessionSignature.of(session, PURPOSE + text), SECONDS);
  }

  /** Returns the confirmation and removes the cookie; empty if this session has written none. */
  static String take(Context context, String session) {
    String cookie = context.cookie(name(context));
    if (cookie == null) {
      return "";
    }
    set(context, "", 0);
    int dot = cookie.indexOf('.');
    String text = decoded(cookie.substring(0, Math.max(dot, 0)));
    boolean isOwn =
        text != null
            && SessionSignature.isValid(session, PURPOSE + text, cookie.substring(dot + 1));
    return isOwn ? text : "";
  }

  private static @Nullable String decoded(String encoded) {
    try {
      return new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private static void set(Context context, String value, int seconds) {
    boolean isSecure = context.req().isSecure();
    context.cookie(
        new Cookie(name(context), value, "/", seconds, isSecure, true, null, SameSite.STRICT));
  }

  private static String name(Context context) {
    return context.req().isSecure() ? NAME_WITH_TLS : NAME;
  }
}
