package dev.goldenrod.port;

import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Members. An e-mail address is unique in its organisation. */
public interface UserRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the address is taken
   */
  void insert(User user);

  Optional<User> find(UUID orgId, UUID id);

  /** The member of that address, which is given in lower case. */
  Optional<User> findByEmail(UUID orgId, String email);

  /** The member that holds the token of that hash; empty when it has none or it ran out by then. */
  Optional<TokenOwner> findByToken(String sha256, Instant now);

  /** All members, oldest first. */
  List<User> list(UUID orgId);

  /**
   * Replaces the row of the same id; without effect when there is none.
   *
   * @throws StoreConflictException when the address is another's
   */
  void update(User user);

  /** Removes the row and its tokens; without effect when there is none. */
  void delete(UUID orgId, UUID id);
}
