package dev.goldenrod.member;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An invitation to join an organization.
 *
 * @param email in lower case; several invites may have the same address
 * @param sha256 the SHA-256 of the invite's token, in lower-case hex
 * @param acceptedAt null until accepted
 * @param inviterId the member who created it; null for an invite older than this field
 */
public record Invite(
    UUID id,
    UUID orgId,
    String email,
    Role role,
    String sha256,
    Instant expiresAt,
    @Nullable Instant acceptedAt,
    Instant createdAt,
    @Nullable UUID inviterId) {
  public Invite {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(email);
    Objects.requireNonNull(role);
    Objects.requireNonNull(sha256);
    Objects.requireNonNull(expiresAt);
    Objects.requireNonNull(createdAt);
  }

  public boolean isAccepted() {
    return acceptedAt != null;
  }

  public boolean isExpiredAt(Instant now) {
    return !now.isBefore(expiresAt);
  }

  /** Returns a copy that was accepted at the given time. */
  public Invite accepted(Instant now) {
    return new Invite(id, orgId, email, role, sha256, expiresAt, now, createdAt, inviterId);
  }
}
