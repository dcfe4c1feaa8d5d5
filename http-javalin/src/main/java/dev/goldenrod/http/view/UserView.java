package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.member.User;
import java.util.UUID;

/** A member. */
public record UserView(
    UUID id, String email, String displayName, String role, String status, String createdAt) {
  /** A member, as the answer to a change of its status shows it. */
  public record Changed(UUID id, String email, String role, String status, String createdAt) {}

  public static UserView of(User user) {
    return new UserView(
        user.id(),
        user.email(),
        user.displayName(),
        user.role().wireName(),
        user.status().wireName(),
        Timestamps.text(user.createdAt()));
  }

  public static Changed changed(User user) {
    return new Changed(
        user.id(),
        user.email(),
        user.role().wireName(),
        user.status().wireName(),
        Timestamps.text(user.createdAt()));
  }
}
