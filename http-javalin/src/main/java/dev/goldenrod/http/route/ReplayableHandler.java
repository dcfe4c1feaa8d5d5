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
 * A handler of requests that may be repeated with the same {@code Idempotency-Key}.
 *
 * @param command runs the use case with the given idempotency
 * @param answer produces the response from the command's result
 * @param stored produces the text to store for repetitions from the command's result
 * @param replay produces the response to a repetition from the stored text
 * @param <R> type of the command's result
 */
public record ReplayableHandler<R>(
    BiFunction<RequestContext, Idempotency<R>, R> command,
    BiFunction<RequestContext, R, CompletableFuture<ApiResponse>> answer,
    Function<R, String> stored,
    BiFunction<RequestContext, String, CompletableFuture<ApiResponse>> replay)
    implements Handler {
  /**
   * Creates a handler that answers with the given status and the view as its body. Repetitions get
   * the body of the first response.
   */
  public static <R> ReplayableHandler<R> of(
      int status,
      BiFunction<RequestContext, Idempotency<R>, R> command,
      Function<R, @Nullable Object> view) {
    return of(status, command, view, view);
  }

  /**
   * Creates a handler whose stored body is produced separately from the body of the response.
   *
   * @param storedView produces the body to store; called in the transaction of the command
   */
  public static <R> ReplayableHandler<R> of(
      int status,
      BiFunction<RequestContext, Idempotency<R>, R> command,
      Function<R, @Nullable Object> view,
      Function<R, @Nullable Object> storedView) {
    return new ReplayableHandler<>(
        command,
        (request, result) -> answer(status, view.apply(result)),
        result -> Optional.ofNullable(storedView.apply(result)).map(Json::text).orElse(""),
        (request, body) -> answer(status, body.isEmpty() ? null : new RawValue(body)));
  }

  private static CompletableFuture<ApiResponse> answer(int status, @Nullable Object body) {
    return CompletableFuture.completedFuture(new ApiResponse(status, body, Map.of()));
  }

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
   * Creates a handler that answers with the current state of the changed resource, for responses
   * that may take time or contain a secret. Only the id of the resource is stored; a repetition
   * gets the state of the resource at that time.
   *
   * @param id returns the id of the resource
   * @param find finds the resource by its id; empty if it was deleted
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
                  .orElseThrow(() -> ControlPlaneException.notFound("created resource", changed)));
        });
  }

  /** Handles the request without an idempotency key. */
  @Override
  public CompletableFuture<ApiResponse> handle(RequestContext request) {
    return handle(request, Idempotency.none());
  }

  CompletableFuture<ApiResponse> handle(RequestContext request, Idempotency<R> idempotency) {
    R result = command.apply(request, idempotency);
    return OutcomeUnknown.afterChange(() -> answer.apply(request, result));
  }
}
