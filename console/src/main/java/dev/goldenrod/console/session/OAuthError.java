package dev.goldenrod.console.session;

import io.javalin.http.Context;

/** An error response of an OAuth endpoint (RFC 6749, section 5.2). */
final class OAuthError {
  private OAuthError() {}

  static void send(Context context, Problem problem) {
    send(context, problem.status(), error(problem.status()), problem.text());
  }

  private static String error(int status) {
    return switch (status) {
      case 403 -> "access_denied";
      case 500 -> "server_error";
      case 503 -> "temporarily_unavailable";
      default -> "invalid_request";
    };
  }

  static void send(Context context, int status, String error, String reason) {
    context
        .status(status)
        .result(
            "{\"error\":\"%s\",\"error_description\":\"%s\"}"
                .formatted(error, reason.replaceAll("[^ !#-\\[\\]-~]", "_")));
  }
}
