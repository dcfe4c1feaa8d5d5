package dev.goldenrod.http.web;

/** Who may use a route. */
public enum Access {
  /** Everybody; no token is looked at. */
  PUBLIC,
  /** Any member with a valid token. */
  MEMBER,
  /** Admins only. */
  ADMIN
}
