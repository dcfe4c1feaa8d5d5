package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Session;

/** A login. */
public record SessionView(String accessToken, String expiresAt, UserView user) {
  public static SessionView of(Session session) {
    return new SessionView(
        session.token(), Timestamps.text(session.expiresAt()), UserView.of(session.user()));
  }

  /** Everything but the token. */
  @Override
  public String toString() {
    return "SessionView[" + user.email() + " until " + expiresAt + "]";
  }
}
