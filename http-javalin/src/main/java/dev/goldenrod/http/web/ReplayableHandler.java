package dev.goldenrod.http.web;

import dev.goldenrod.idempotency.IdempotencyKey;
import java.util.function.Function;

/** Answers a request that may be repeated under an {@code Idempotency-Key}. */
record ReplayableHandler<R>(Change<R> change, Function<R, ApiResponse> answer) {
  /** Makes the change without a key. */
  ApiResponse handle(RequestContext request) {
    return answer.apply(change.make(request, IdempotencyKey.none()));
  }

  /** Makes the change, which keeps the answer under that key. */
  ApiResponse handle(RequestContext request, String key, String fingerprint) {
    return answer.apply(
        change.make(
            request,
            new IdempotencyKey<>(key, fingerprint, result -> answer.apply(result).rendered())));
  }
}
