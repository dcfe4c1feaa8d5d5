package dev.goldenrod.port;

import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.TokenKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Bearer tokens, identified by their unique hash. Deleting a token also deletes, recursively, the
 * tokens that were created with it.
 */
public interface TokenRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the hash is taken, or the member, the parent or
   *     the identity does not exist
   */
  void insert(AccessToken token);

  Optional<AccessToken> findByHash(String sha256);

  /**
   * Replaces the row with the same id, except for member, kind, parent and identity; no effect when
   * there is none.
   *
   * @throws StoreConflictException when another row has the hash
   */
  void update(AccessToken token);

  /** Returns all tokens of the member, oldest first, including expired ones. */
  List<AccessToken> listOf(UUID userId);

  /** Deletes the member's tokens of the given kind. */
  void deleteOf(UUID userId, TokenKind kind);

  /** Deletes the row; returns false when there was none. */
  boolean delete(UUID id);

  /**
   * Deletes tokens, of all organizations, that expired before the given time, and those created
   * with them.
   *
   * @param limit the most expired tokens to delete
   * @return the number of deleted tokens
   */
  int deleteExpiredBefore(Instant time, int limit);
}
