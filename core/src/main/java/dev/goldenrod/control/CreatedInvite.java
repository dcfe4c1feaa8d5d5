package dev.goldenrod.control;

import dev.goldenrod.member.Invite;

/**
 * An invite as it was made.
 *
 * @param secret the invite's token in bare hex, shown this once
 */
public record CreatedInvite(Invite invite, String secret) {
  /** Everything but the secret. */
  @Override
  public String toString() {
    return "CreatedInvite[" + invite.email() + "]";
  }
}
