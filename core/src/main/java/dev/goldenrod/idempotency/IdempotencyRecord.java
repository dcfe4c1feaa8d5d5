package dev.goldenrod.idempotency;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * What is kept of the first request with an idempotency key.
 *
 * @param userId the caller; the same key of another caller is another key
 * @param request the SHA-256 of path and body, in hex
 * @param status the answer's status; 0 only inside the transaction that does what was asked
 * @param body the answer's body; empty when it has none
 */
public record IdempotencyRecord(
    UUID userId, String key, String request, int status, String body, Instant createdAt) {
  public IdempotencyRecord {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(key);
    Objects.requireNonNull(request);
    Objects.requireNonNull(body);
    Objects.requireNonNull(createdAt);
  }
}
