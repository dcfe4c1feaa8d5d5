package dev.goldenrod.http.view;

import dev.goldenrod.Timestamps;
import dev.goldenrod.control.Invites;
import dev.goldenrod.member.Invite;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** An invite. */
public record InviteView(
    UUID id,
    String email,
    String role,
    String expiresAt,
    @Nullable String acceptedAt,
    String createdAt) {
  /** What the answer to an invite's creation shows. */
  public record Created(String inviteToken) {
    /** Nothing that is secret. */
    @Override
    public String toString() {
      return "Created[]";
    }
  }

  public static InviteView of(Invite invite) {
    return new InviteView(
        invite.id(),
        invite.email(),
        invite.role().wireName(),
        Timestamps.text(invite.expiresAt()),
        Timestamps.textOrNull(invite.acceptedAt()),
        Timestamps.text(invite.createdAt()));
  }

  public static Created created(Invites.Created created) {
    return new Created(created.secret());
  }
}
