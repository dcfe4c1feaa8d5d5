package dev.goldenrod.port;

import dev.goldenrod.identity.Identity;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Accounts of members at issuers. A subject of an issuer is unique in an organization. */
public interface IdentityRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the id or the subject of the issuer is taken, or the member
   *     does not exist
   */
  void insert(Identity identity);

  Optional<Identity> find(UUID orgId, String issuer, String subject);

  /** Returns the member's identities, oldest first. */
  List<Identity> listOf(UUID userId);

  /**
   * Returns identities of the issuer with a renewal that are confirmed for no longer than until
   * {@code end}, those with the earliest end of confirmation first. Only those count that have an
   * unexpired token, or whose member has an unexpired session of no identity.
   *
   * @param now tokens that expire later count as unexpired
   */
  List<Identity> dueForRenewal(UUID orgId, String issuer, Instant end, Instant now, int limit);

  /**
   * Replaces renewal, confirmation and refusal of the row with the same id; no effect without one.
   */
  void update(Identity identity);

  /** Deletes the row and its tokens; returns false when there was none. */
  boolean delete(UUID id);
}
