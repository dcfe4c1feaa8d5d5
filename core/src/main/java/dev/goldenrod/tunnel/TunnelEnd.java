package dev.goldenrod.tunnel;

/** Why a tunnel was ended by somebody else than its two sides. */
public enum TunnelEnd {
  /** Its token or its member is let in no more. */
  ACCESS_ENDED("the token or its member is let in no more"),
  /** What it leads to was stopped, deleted, reset or given away, or its cluster is offline. */
  DATABASE_ENDED("what the tunnel leads to runs no more"),
  /** The store gave no answer for so long that nobody knows whether it is still allowed. */
  STORE_UNAVAILABLE("the store is unavailable"),
  /** Nobody used it. */
  NEVER_USED("the tunnel was never used"),
  /** The server is stopping; another one, or the same one later, opens another. */
  STOPPING("the server is stopping");

  private final String text;

  TunnelEnd(String text) {
    this.text = text;
  }

  /** For people. */
  public String text() {
    return text;
  }
}
