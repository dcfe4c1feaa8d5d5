package dev.goldenrod.http.web;

import dev.goldenrod.idempotency.IdempotencyKey;
import java.util.function.Function;

/** Answers a request that may be repeated under an {@code Idempotency-Key}. */
record ReplayableHandler<R>(Change<R> change, Function<R, Answer> answer) {
  /** Makes the change without a key. */
  Answer handle(Call call) {
    return answer.apply(change.make(call, IdempotencyKey.none()));
  }

  /** Makes the change, which keeps the answer under that key. */
  Answer handle(Call call, String key, String request) {
    return answer.apply(
        change.make(
            call, new IdempotencyKey<>(key, request, result -> answer.apply(result).rendered())));
  }
}
