package dev.goldenrod.http.web;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.idempotency.RenderedResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Answers a request with what it changed as that is then, which may take time to come about and may
 * hold a secret. Kept under an {@code Idempotency-Key} is the resource's id alone; a repetition is
 * answered as the first request would be now.
 *
 * @param change makes the change
 * @param id the changed resource's
 * @param find the resource of an id; empty when it is gone
 * @param answer what the resource is answered with
 * @param <R> the use case's result
 */
public record LiveHandler<R>(
    Change<R> change,
    Function<R, UUID> id,
    BiFunction<RequestContext, UUID, Optional<R>> find,
    BiFunction<RequestContext, R, CompletableFuture<ApiResponse>> answer) {
  /** Makes the change without a key. */
  CompletableFuture<ApiResponse> handle(RequestContext request) {
    return answer.apply(request, change.make(request, IdempotencyKey.none()));
  }

  /** Makes the change under that key. */
  CompletableFuture<ApiResponse> handle(RequestContext request, String key, String fingerprint) {
    IdempotencyKey<R> kept =
        new IdempotencyKey<>(key, fingerprint, result -> rendered(id.apply(result)));
    return answer.apply(request, change.make(request, kept));
  }

  private static RenderedResponse rendered(UUID id) {
    String body = new String(Json.bytes(Map.of("id", id)), StandardCharsets.UTF_8);
    return new RenderedResponse(202, body);
  }

  /** Answers a repetition of the request that changed the resource of that id. */
  CompletableFuture<ApiResponse> repeat(RequestContext request, UUID changed) {
    R resource =
        find.apply(request, changed)
            .orElseThrow(() -> ControlPlaneException.notFound("what was made:", changed));
    return answer.apply(request, resource);
  }
}
