package dev.goldenrod.tunnel;

/** The reasons for which a server ends a tunnel. */
public enum TunnelEnd {
  /** The token was revoked or expired, or the member may no longer log in. */
  ACCESS_ENDED("the token is no longer valid, or its member no longer has access"),
  /** The database was stopped, deleted, reset or transferred, or its cluster is offline. */
  DATABASE_ENDED("the database or instance is no longer available"),
  /** The store was unavailable for so long that the member's access could not be verified. */
  STORE_UNAVAILABLE("the store is unavailable"),
  /** The client did not use the tunnel. */
  NEVER_USED("the tunnel was never used"),
  /** The server is stopping. The client can reconnect, to another server or to this one later. */
  STOPPING("the server is stopping");

  private final String text;

  TunnelEnd(String text) {
    this.text = text;
  }

  /** Returns the reason for people. */
  public String text() {
    return text;
  }
}
