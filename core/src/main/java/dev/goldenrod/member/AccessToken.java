package dev.goldenrod.member;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A bearer token, of which only the hash is stored.
 *
 * @param sha256 the token's SHA-256 in lower-case hex
 * @param expiresAt null for a token that does not expire
 * @param scopes which of its member's permissions the token has
 * @param parentId the token that it was created with and whose revocation also revokes it; null for
 *     none
 * @param identityId the account at an issuer whose sign-in it comes from, and without whose
 *     confirmation it is refused; null for none
 */
public record AccessToken(
    UUID id,
    UUID orgId,
    UUID userId,
    TokenKind kind,
    String name,
    String sha256,
    Instant createdAt,
    @Nullable Instant expiresAt,
    @Nullable UUID parentId,
    Scopes scopes,
    @Nullable UUID identityId) {
  public AccessToken {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(userId);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(name);
    Objects.requireNonNull(sha256);
    Objects.requireNonNull(createdAt);
    Objects.requireNonNull(scopes);
  }

  /** Creates an unrestricted token that was not created with another token. */
  public AccessToken(
      UUID id,
      UUID orgId,
      UUID userId,
      TokenKind kind,
      String name,
      String sha256,
      Instant createdAt,
      @Nullable Instant expiresAt) {
    this(id, orgId, userId, kind, name, sha256, createdAt, expiresAt, null, Scopes.ALL);
  }

  /** Creates a token that does not come from a sign-in at an issuer. */
  public AccessToken(
      UUID id,
      UUID orgId,
      UUID userId,
      TokenKind kind,
      String name,
      String sha256,
      Instant createdAt,
      @Nullable Instant expiresAt,
      @Nullable UUID parentId,
      Scopes scopes) {
    this(id, orgId, userId, kind, name, sha256, createdAt, expiresAt, parentId, scopes, null);
  }

  /**
   * Returns a copy with another secret and lifetime. Tokens that were created with it stay valid.
   *
   * @param hash the SHA-256 of the new secret
   * @param life from {@code now} on
   */
  public AccessToken renewed(String hash, Instant now, Duration life) {
    return new AccessToken(
        id, orgId, userId, kind, name, hash, now, now.plus(life), parentId, scopes, identityId);
  }

  public boolean isValidAt(Instant now) {
    return expiresAt == null || now.isBefore(expiresAt);
  }
}
