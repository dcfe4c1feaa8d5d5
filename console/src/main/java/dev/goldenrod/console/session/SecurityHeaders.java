package dev.goldenrod.console.session;

import io.javalin.http.Context;

/** The headers of each page, by which browsers keep it from other sites and from their caches. */
final class SecurityHeaders {
  private static final String CONTENT_SECURITY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  private SecurityHeaders() {}

  static void add(Context context) {
    context
        .header("Cache-Control", "no-store")
        .header("Content-Security-Policy", CONTENT_SECURITY)
        .header("X-Content-Type-Options", "nosniff")
        .header("X-Frame-Options", "DENY")
        .header("Referrer-Policy", "same-origin")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Resource-Policy", "same-origin");
    if (context.req().isSecure() && !context.req().getServerName().equals("localhost")) {
      context.header("Strict-Transport-Security", "max-age=31536000");
    }
  }
}
