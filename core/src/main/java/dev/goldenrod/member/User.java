package dev.goldenrod.member;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A member of an organisation.
 *
 * @param email in lower case; unique in the organisation
 * @param passwordHash null until a password was set
 */
public record User(
    UUID id,
    UUID orgId,
    String email,
    String displayName,
    Role role,
    UserStatus status,
    @Nullable String passwordHash,
    Instant createdAt) {
  public User {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(email);
    Objects.requireNonNull(displayName);
    Objects.requireNonNull(role);
    Objects.requireNonNull(status);
    Objects.requireNonNull(createdAt);
  }

  public boolean isActive() {
    return status == UserStatus.ACTIVE;
  }
}
