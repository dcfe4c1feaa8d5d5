package dev.goldenrod.member;

import java.util.Locale;
import java.util.Optional;

/** What a member may do; each may do all that those before may. */
public enum Role {
  /**
   * Reads what a {@link #USER} may read, credentials excepted, and changes its own account alone.
   */
  VIEWER,
  /** Makes and changes its own databases and clones. */
  USER,
  /** Does everything but what concerns members, invites and the organisation itself. */
  OPERATOR,
  ADMIN;

  private static final String MEMBER = "member";

  /** The role of that API name, or of {@code member} for a user; empty for any other text. */
  public static Optional<Role> parse(String wireName) {
    for (Role role : values()) {
      if (role.wireName().equals(wireName)) {
        return Optional.of(role);
      }
    }
    return wireName.equals(MEMBER) ? Optional.of(USER) : Optional.empty();
  }

  /** Whether it may do all that the other may. */
  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  /** The name in the API: {@code viewer}, {@code user}, {@code operator} or {@code admin}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
