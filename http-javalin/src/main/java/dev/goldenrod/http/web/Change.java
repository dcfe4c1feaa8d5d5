package dev.goldenrod.http.web;

import dev.goldenrod.idempotency.IdempotencyKey;

/**
 * Makes the change that a request asks for, by a use case that keeps the answer under the key.
 *
 * @param <R> the use case's result
 */
@FunctionalInterface
public interface Change<R> {
  R make(RequestContext request, IdempotencyKey<R> key);
}
