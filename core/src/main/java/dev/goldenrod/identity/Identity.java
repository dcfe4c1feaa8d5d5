package dev.goldenrod.identity;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The account of a member at an issuer. The tokens of its sign-ins are valid only while the issuer
 * has lately confirmed the account.
 *
 * @param issuer the issuer's URL
 * @param subject the issuer's id of the account, which it never gives to another account
 * @param renewal what the issuer is asked with for the next confirmation, encrypted by the adapter;
 *     null if the issuer cannot be asked
 * @param confirmedUntil the end of the last confirmation
 * @param refusedAt when the issuer refused the account, which also ends the member's sign-in with a
 *     password; null if the issuer has not refused it since the last sign-in
 */
public record Identity(
    UUID id,
    UUID orgId,
    UUID userId,
    String issuer,
    String subject,
    @Nullable String renewal,
    Instant confirmedUntil,
    @Nullable Instant refusedAt,
    Instant createdAt) {
  public Identity {
    Objects.requireNonNull(id);
    Objects.requireNonNull(orgId);
    Objects.requireNonNull(userId);
    Objects.requireNonNull(issuer);
    Objects.requireNonNull(subject);
    Objects.requireNonNull(confirmedUntil);
    Objects.requireNonNull(createdAt);
  }

  /** Returns whether the identity's tokens are valid at the given time. */
  public boolean isConfirmedAt(Instant now) {
    return now.isBefore(confirmedUntil);
  }

  /** Returns a copy that is confirmed until {@code end}. */
  public Identity confirmed(Instant end, @Nullable String nextRenewal) {
    return new Identity(id, orgId, userId, issuer, subject, nextRenewal, end, null, createdAt);
  }

  /** Returns a copy that needs another sign-in. */
  public Identity ended(Instant now) {
    return new Identity(id, orgId, userId, issuer, subject, null, now, refusedAt, createdAt);
  }

  /** Returns a copy that the issuer refused, and that needs another sign-in at the issuer. */
  public Identity refused(Instant now) {
    return new Identity(id, orgId, userId, issuer, subject, null, now, now, createdAt);
  }

  /** Returns a copy whose refusal an admin has lifted. */
  public Identity pardoned() {
    return new Identity(
        id, orgId, userId, issuer, subject, renewal, confirmedUntil, null, createdAt);
  }

  /** Leaves out the renewal. */
  @Override
  public String toString() {
    return "Identity[" + subject + " of " + issuer + "]";
  }
}
