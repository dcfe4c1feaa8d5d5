package dev.goldenrod.port;

import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.TokenKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Bearer tokens, by their hash, which is unique. With a token go those that were made with it, and
 * with them theirs.
 */
public interface TokenRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the hash is taken, or the member or the parent
   *     does not exist
   */
  void insert(AccessToken token);

  Optional<AccessToken> findByHash(String sha256);

  /**
   * Replaces the row of the same id, whose member, kind and parent stay; without effect when there
   * is none.
   *
   * @throws StoreConflictException when another row has the hash
   */
  void update(AccessToken token);

  /** All tokens of the member, oldest first, expired ones included. */
  List<AccessToken> listOf(UUID userId);

  /** Removes the member's tokens of that kind. */
  void deleteOf(UUID userId, TokenKind kind);

  /** Removes the row; false when there was none. */
  boolean delete(UUID id);

  /**
   * Deletes tokens, and those that were made with them, of all organisations whose time was up
   * before that.
   *
   * @param limit at most so many, without those that go along
   * @return how many there were
   */
  int deleteExpiredBefore(Instant time, int limit);
}
