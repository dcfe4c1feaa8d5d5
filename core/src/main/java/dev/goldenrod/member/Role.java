package dev.goldenrod.member;

import java.util.Locale;
import java.util.Optional;

/** What a member may do. */
public enum Role {
  ADMIN,
  USER;

  /** The role of that API name; empty for any other text. */
  public static Optional<Role> parse(String wireName) {
    for (Role role : values()) {
      if (role.wireName().equals(wireName)) {
        return Optional.of(role);
      }
    }
    return Optional.empty();
  }

  /** The name in the API: {@code admin} or {@code user}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
