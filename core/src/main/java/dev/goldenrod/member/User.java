package dev.goldenrod.member;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A member of an organization.
 *
 * @param email in lower case; unique in the organization
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

  /** Returns a copy with the given status. */
  public User withStatus(UserStatus newStatus) {
    return new User(id, orgId, email, displayName, role, newStatus, passwordHash, createdAt);
  }

  /** Returns a copy with the given role. */
  public User withRole(Role newRole) {
    return new User(id, orgId, email, displayName, newRole, status, passwordHash, createdAt);
  }

  /** Returns a copy with the given display name and password hash. */
  public User withProfile(String newDisplayName, @Nullable String newPasswordHash) {
    return new User(id, orgId, email, newDisplayName, role, status, newPasswordHash, createdAt);
  }

  /** Returns a copy that is removed: without a password, its address free for another member. */
  public User removed() {
    return new User(id, orgId, "removed/" + id, "", role, UserStatus.REMOVED, null, createdAt);
  }

  /** Returns the member as an actor with all permissions of its role. */
  public Actor actor() {
    return new Actor(id, orgId, role);
  }

  public boolean isActive() {
    return status == UserStatus.ACTIVE;
  }
}
