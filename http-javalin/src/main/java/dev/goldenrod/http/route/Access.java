package dev.goldenrod.http.route;

/** Required authorization of a route. */
public enum Access {
  /** No authentication; a token is ignored. */
  PUBLIC,
  /** Any member reading its own account, with every token except one for metrics only. */
  SELF,
  /** Any member changing its own account. */
  ACCOUNT,
  /** Any member with a valid token. Changes require more than the role viewer. */
  MEMBER,
  /**
   * Like {@link #MEMBER}, but the use case looks the token up in its own transaction. If a request
   * fails for any other reason, an invalid token still takes precedence as the error.
   */
  CALLER,
  OPERATOR,
  ADMIN
}
