package dev.goldenrod.port;

import dev.goldenrod.member.Invite;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Invites, pending and accepted. The hash of an invite's token is unique. */
public interface InviteRepository {
  void insert(Invite invite);

  Optional<Invite> find(UUID orgId, UUID id);

  Optional<Invite> findByHash(String sha256);

  /** All invites, oldest first. */
  List<Invite> list(UUID orgId);

  /** The pending invites that the member made, oldest first. */
  List<Invite> pendingOf(UUID orgId, UUID inviterId);

  /** The pending invites of the address, which is in lower case, oldest first. */
  List<Invite> pendingTo(UUID orgId, String email);

  /** Replaces the row of the same id; without effect when there is none. */
  void update(Invite invite);

  /** Removes the row; false when there was none. */
  boolean delete(UUID orgId, UUID id);

  /**
   * Deletes invites, accepted or not, of all organisations whose time was up before that.
   *
   * @param limit at most so many
   * @return how many there were
   */
  int deleteExpiredBefore(Instant time, int limit);
}
