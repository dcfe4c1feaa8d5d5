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

  /** The same member with that status. */
  public User withStatus(UserStatus newStatus) {
    return new User(id, orgId, email, displayName, role, newStatus, passwordHash, createdAt);
  }

  /** The same member with that role. */
  public User withRole(Role newRole) {
    return new User(id, orgId, email, displayName, newRole, status, passwordHash, createdAt);
  }

  /** The same member with that name and password. */
  public User withProfile(String newDisplayName, @Nullable String newPasswordHash) {
    return new User(id, orgId, email, newDisplayName, role, status, newPasswordHash, createdAt);
  }

  /** The same member, gone: without a password, and its address free for another. */
  public User removed() {
    return new User(id, orgId, "removed/" + id, "", role, UserStatus.REMOVED, null, createdAt);
  }

  /** The member as one on whose behalf use cases run. */
  public Actor actor() {
    return new Actor(id, orgId, role);
  }

  public boolean isActive() {
    return status == UserStatus.ACTIVE;
  }
}
