package dev.goldenrod.idempotency;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * What is kept of the first request with an idempotency key.
 *
 * @param userId the caller; the same key of another caller is another key
 * @param fingerprint tells the request from others under the same key
 * @param answer what answers the request's repetitions: any text, which the one who made it reads;
 *     empty inside the transaction that carries the request out
 * @param isGivenUp whether the request will never be carried out
 * @param createdAt a day later, the key is free; {@link #LASTING} for one that is kept until it is
 *     forgotten
 */
public record IdempotencyRecord(
    UUID userId,
    String key,
    String fingerprint,
    String answer,
    boolean isGivenUp,
    Instant createdAt) {
  /** Far from now, and a time that every store holds. */
  public static final Instant LASTING = Instant.parse("9999-01-01T00:00:00Z");

  public IdempotencyRecord {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(key);
    Objects.requireNonNull(fingerprint);
    Objects.requireNonNull(answer);
    Objects.requireNonNull(createdAt);
  }
}
