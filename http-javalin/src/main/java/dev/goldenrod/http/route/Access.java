package dev.goldenrod.http.route;

/** Who may use a route. */
public enum Access {
  /** Everybody; no token is looked at. */
  PUBLIC,
  /** Any member with a valid token. */
  MEMBER,
  /**
   * The same, where the use case looks the token up in the transaction of its work. A request that
   * is refused for any other reason is refused for its token first.
   */
  CALLER,
  /** Admins only. */
  ADMIN
}
