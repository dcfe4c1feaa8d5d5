package dev.goldenrod.port;

import dev.goldenrod.member.Invite;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Pending and accepted invites. The hash of an invite's token is unique. */
public interface InviteRepository {
  void insert(Invite invite);

  Optional<Invite> find(UUID orgId, UUID id);

  Optional<Invite> findByHash(String sha256);

  /** Returns all invites, oldest first. */
  List<Invite> list(UUID orgId);

  /** Returns the pending invites that the member created, oldest first. */
  List<Invite> pendingOf(UUID orgId, UUID inviterId);

  /** Returns the pending invites for the address, which is in lower case, oldest first. */
  List<Invite> pendingTo(UUID orgId, String email);

  /** Replaces the row with the same id; no effect when there is none. */
  void update(Invite invite);

  /** Deletes the row; returns false when there was none. */
  boolean delete(UUID orgId, UUID id);

  /**
   * Deletes invites, accepted or not, of all organizations, that expired before the given time.
   *
   * @return the number of deleted invites
   */
  int deleteExpiredBefore(Instant time, int limit);
}
