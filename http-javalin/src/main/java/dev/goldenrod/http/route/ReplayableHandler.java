package dev.goldenrod.http.route;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.idempotency.Idempotency;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers a request that may be repeated under an {@code Idempotency-Key}.
 *
 * @param command carries the request out by a use case that is given the idempotency
 * @param answer answers the request of the command's result
 * @param kept what is kept to answer repetitions, of the command's result
 * @param replay answers a repetition of what was kept
 * @param <R> the command's result
 */
public record ReplayableHandler<R>(
    BiFunction<RequestContext, Idempotency<R>, R> command,
    BiFunction<RequestContext, R, CompletableFuture<ApiResponse>> answer,
    Function<R, String> kept,
    BiFunction<RequestContext, String, CompletableFuture<ApiResponse>> replay)
    implements Handler {
  /** Answers with that status and what the view shows; repetitions with what it showed then. */
  public static <R> ReplayableHandler<R> of(
      int status,
      BiFunction<RequestContext, Idempotency<R>, R> command,
      Function<R, @Nullable Object> view) {
    return of(status, command, view, view);
  }

  /**
   * The same.
   *
   * @param keptView what the view shows, made in the transaction of the command
   */
  public static <R> ReplayableHandler<R> of(
      int status,
      BiFunction<RequestContext, Idempotency<R>, R> command,
      Function<R, @Nullable Object> view,
      Function<R, @Nullable Object> keptView) {
    return new ReplayableHandler<>(
        command,
        (request, result) -> answer(status, view.apply(result)),
        result -> Optional.ofNullable(keptView.apply(result)).map(Json::text).orElse(""),
        (request, body) -> answer(status, body.isEmpty() ? null : new RawValue(body)));
  }

  private static CompletableFuture<ApiResponse> answer(int status, @Nullable Object body) {
    return CompletableFuture.completedFuture(new ApiResponse(status, body, Map.of()));
  }

  /** Answers a deletion with that status and without a body. */
  static ReplayableHandler<Boolean> deletion(
      int status, BiConsumer<RequestContext, Idempotency<Boolean>> command) {
    return of(
        status,
        (request, idempotency) -> {
          command.accept(request, idempotency);
          return true;
        },
        done -> null);
  }

  /**
   * Answers with the changed resource as it is then, which may take time to come about and may hold
   * a secret. Kept is the resource's id alone; repetitions are answered as the request would be
   * now.
   *
   * @param id the resource's
   * @param find the resource of an id; empty when it is gone
   */
  public static <R> ReplayableHandler<R> live(
      BiFunction<RequestContext, Idempotency<R>, R> command,
      Function<R, UUID> id,
      BiFunction<RequestContext, UUID, Optional<R>> find,
      BiFunction<RequestContext, R, CompletableFuture<ApiResponse>> answer) {
    return new ReplayableHandler<>(
        command,
        answer,
        result -> Json.text(Map.of("id", id.apply(result))),
        (request, text) -> {
          UUID changed = Json.id(text);
          return answer.apply(
              request,
              find.apply(request, changed)
                  .orElseThrow(() -> ControlPlaneException.notFound("what was made:", changed)));
        });
  }

  /** Carries the request out without a key. */
  @Override
  public CompletableFuture<ApiResponse> handle(RequestContext request) {
    return handle(request, Idempotency.none());
  }

  CompletableFuture<ApiResponse> handle(RequestContext request, Idempotency<R> idempotency) {
    R result = command.apply(request, idempotency);
    return OutcomeUnknown.afterChange(() -> answer.apply(request, result));
  }
}
