package dev.goldenrod.idempotency;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * The stored record of the first request with an idempotency key.
 *
 * @param userId the caller; keys of different callers are independent
 * @param fingerprint distinguishes the request from others under the same key
 * @param answer the answer to repeated requests, in the format of the caller that stored it; empty
 *     inside the transaction of the first request
 * @param isGivenUp whether the request will never run
 * @param createdAt the key expires a day later; {@link #LASTING} for a key without expiry
 */
public record IdempotencyRecord(
    UUID userId,
    String key,
    String fingerprint,
    String answer,
    boolean isGivenUp,
    Instant createdAt) {
  /**
   * The creation time of a key without expiry: far in the future, yet storable by every database.
   */
  public static final Instant LASTING = Instant.parse("9999-01-01T00:00:00Z");

  public IdempotencyRecord {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(key);
    Objects.requireNonNull(fingerprint);
    Objects.requireNonNull(answer);
    Objects.requireNonNull(createdAt);
  }
}
