package dev.goldenrod.port;

import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Members. An e-mail address is unique in an organization. */
public interface UserRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the address is taken
   */
  void insert(User user);

  Optional<User> find(UUID orgId, UUID id);

  /** Returns the member with the given address, which is in lower case. */
  Optional<User> findByEmail(UUID orgId, String email);

  /**
   * Returns the owner of the token with the given hash; empty for no such token, an expired one, or
   * one of an identity that is not confirmed at the given time.
   */
  Optional<TokenOwner> findByToken(String sha256, Instant now);

  /** Returns all members, oldest first. */
  List<User> list(UUID orgId);

  /**
   * Replaces the row with the same id; no effect when there is none.
   *
   * @throws StoreConflictException when the address is taken
   */
  void update(User user);

  /** Deletes the row, its tokens and its identities; no effect when there is none. */
  void delete(UUID orgId, UUID id);
}
