package dev.goldenrod.idempotency;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * What is kept of the first request with an idempotency key.
 *
 * @param userId the caller; the same key of another caller is another key
 * @param request the SHA-256 of path and body, in hex
 * @param status the answer's status; 0 while the request is under way
 * @param body the answer's body; empty while the request is under way
 */
public record KeptAnswer(
    UUID userId, String key, String request, int status, String body, Instant createdAt) {
  public KeptAnswer {
    Objects.requireNonNull(userId);
    Objects.requireNonNull(key);
    Objects.requireNonNull(request);
    Objects.requireNonNull(body);
    Objects.requireNonNull(createdAt);
  }

  /** Whether the first request has not been answered yet. */
  public boolean isUnderWay() {
    return status == 0;
  }
}
