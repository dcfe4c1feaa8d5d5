package dev.goldenrod.member;

/** How a token came to be. */
public enum TokenKind {
  /** The admin's, made on the very first start. */
  BOOTSTRAP,
  /** Issued by a login; ended by a logout. */
  SESSION,
  /** Made by a member for a script. */
  SCRIPT
}
