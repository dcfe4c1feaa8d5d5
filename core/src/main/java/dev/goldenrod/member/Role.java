package dev.goldenrod.member;

import java.util.Locale;
import java.util.Optional;

/** The roles of members. Each role includes the permissions of those before it. */
public enum Role {
  /** Reads what a {@link #USER} may read, except credentials; changes only its own account. */
  VIEWER,
  /** Creates and changes its own databases and clones. */
  USER,
  /** Has all permissions except those on members, invites and the organization itself. */
  OPERATOR,
  ADMIN;

  private static final String MEMBER = "member";

  /**
   * Returns the role with the given name in the API, where {@code member} is {@link #USER}; empty
   * if there is none.
   */
  public static Optional<Role> parse(String wireName) {
    for (Role role : values()) {
      if (role.wireName().equals(wireName)) {
        return Optional.of(role);
      }
    }
    return wireName.equals(MEMBER) ? Optional.of(USER) : Optional.empty();
  }

  /** Returns whether this role has all permissions of the other one. */
  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  /**
   * Returns the name in the API: {@code viewer}, {@code user}, {@code operator} or {@code admin}.
   */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
