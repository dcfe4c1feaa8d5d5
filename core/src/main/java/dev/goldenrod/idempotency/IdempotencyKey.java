package dev.goldenrod.idempotency;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;

/**
 * The key under which a caller may repeat a request. What the caller is answered is stored in the
 * transaction of the change itself, so that a repetition finds both of them or neither.
 *
 * @param key the caller's text; empty when the request is not to be kept
 * @param request the SHA-256 of path and body, in hex
 * @param answer makes the caller's answer of the use case's result; called inside the transaction
 * @param <R> the use case's result
 */
public record IdempotencyKey<R>(String key, String request, Function<R, RenderedResponse> answer) {
  public IdempotencyKey {
    Objects.requireNonNull(key);
    Objects.requireNonNull(request);
    Objects.requireNonNull(answer);
  }

  /** A request that has no key. */
  public static <R> IdempotencyKey<R> none() {
    return new IdempotencyKey<>("", "", result -> new RenderedResponse(0, ""));
  }

  public boolean isPresent() {
    return !key.isEmpty();
  }

  /** The row that reserves the key for this request until its transaction ends. */
  public IdempotencyRecord reservation(UUID userId, Instant now) {
    return new IdempotencyRecord(userId, key, request, 0, "", now);
  }

  /** The row that answers the request's repetitions. */
  public IdempotencyRecord kept(UUID userId, R result, Instant now) {
    RenderedResponse rendered = answer.apply(result);
    return new IdempotencyRecord(userId, key, request, rendered.status(), rendered.body(), now);
  }
}
