package dev.goldenrod.console.session;

/** The token that a form proves with that it comes from a page of the session. */
final class Csrf {
  static final String FIELD = "csrf";
  private static final String PURPOSE = "console form";

  private Csrf() {}

  static String token(String session) {
    return SessionSignature.of(session, PURPOSE);
  }

  static boolean isValid(String session, String presented) {
    return SessionSignature.isValid(session, PURPOSE, presented);
  }
}
