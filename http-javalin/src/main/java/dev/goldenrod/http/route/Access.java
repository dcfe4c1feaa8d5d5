package dev.goldenrod.http.route;

/** Who may use a route. */
public enum Access {
  /** Everybody; no token is looked at. */
  PUBLIC,
  /** Any member, to learn who it is: with every token but one for metrics alone. */
  SELF,
  /** Any member, who changes its own account alone. */
  ACCOUNT,
  /** Any member with a valid token, for what changes something all but viewers. */
  MEMBER,
  /**
   * The same, where the use case looks the token up in the transaction of its work. A request that
   * is refused for any other reason is refused for its token first.
   */
  CALLER,
  /** Operators and admins. */
  OPERATOR,
  /** Admins only. */
  ADMIN
}
