package dev.goldenrod.port;

import dev.goldenrod.member.User;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Members. An e-mail address is unique in its organisation. */
public interface UserRepository {
  void insert(User user);

  Optional<User> find(UUID orgId, UUID id);

  /** The member of that address, which is given in lower case. */
  Optional<User> findByEmail(UUID orgId, String email);

  /** All members, oldest first. */
  List<User> list(UUID orgId);

  /** Replaces the row of the same id. */
  void update(User user);

  /** Removes the row and its tokens. */
  void delete(UUID orgId, UUID id);
}
