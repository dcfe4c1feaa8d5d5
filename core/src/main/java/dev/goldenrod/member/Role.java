package dev.goldenrod.member;

import java.util.Locale;

/** What a member may do. */
public enum Role {
  ADMIN,
  USER;

  /** The name in the API: {@code admin} or {@code user}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
