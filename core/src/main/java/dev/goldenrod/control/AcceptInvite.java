package dev.goldenrod.control;

/**
 * An invite to accept.
 *
 * @param token the raw invite token
 * @param displayName may be empty
 */
public record AcceptInvite(String token, String password, String displayName) {
  /** Everything but the secrets. */
  @Override
  public String toString() {
    return "AcceptInvite[" + displayName + "]";
  }
}
