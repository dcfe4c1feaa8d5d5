package dev.goldenrod.member;

/** How a token was created. */
public enum TokenKind {
  /** The first admin's token, created when the server starts for the first time. */
  BOOTSTRAP,
  /** Issued by a login; revoked by a logout. */
  SESSION,
  /** Created by a member for a script. */
  SCRIPT
}
