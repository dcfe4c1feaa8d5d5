package dev.goldenrod.http.route;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.http.answer.Json;
import dev.goldenrod.idempotency.Idempotency;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A handler of requests that may be repeated with the same {@code Idempotency-Key}. Repetitions
 * replay the first response.
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
    implements Route.Handler {
  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotency-Replayed";

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

  private CompletableFuture<ApiResponse> handle(
      RequestContext request, Idempotency<R> idempotency) {
    R result = command.apply(request, idempotency);
    return OutcomeUnknown.afterChange(() -> answer.apply(request, result));
  }

  /**
   * Returns the stored response if the request's {@code Idempotency-Key} was used before; otherwise
   * handles the request. Requests without the header are always handled.
   */
  public CompletableFuture<ApiResponse> handle(RequestContext request, IdempotencyKeys keys) {
    return request
        .header(HEADER)
        .map(key -> handle(request, keys, idempotency(request, key)))
        .orElseGet(() -> handle(request));
  }

  private CompletableFuture<ApiResponse> handle(
      RequestContext request, IdempotencyKeys keys, Idempotency<R> idempotency) {
    return keys.answer(
        request.actor(),
        idempotency,
        text -> replay.apply(request, text).thenApply(first -> first.with(REPLAYED, "true")),
        () -> handle(request, idempotency));
  }

  private Idempotency<R> idempotency(RequestContext request, String key) {
    if (!Idempotency.isKey(key)) {
      String problem = "must be 1 to 255 visible characters";
      throw ApiException.invalid("invalid input: " + HEADER + " " + problem, HEADER, problem);
    }
    return Idempotency.request(key, fingerprint(request), stored);
  }

  /**
   * The fingerprint contains the token's scopes, so that the member's other tokens, whose scopes
   * differ, do not get the stored response.
   */
  private static String fingerprint(RequestContext request) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      String scopes = request.actor().scopes().text();
      String asked = request.method() + " " + target(request);
      String whole = scopes.isEmpty() ? asked : asked + " " + scopes;
      sha256.update((whole + "\n").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha256.digest(request.bytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** How long a response may be held is no part of what is asked. */
  private static String target(RequestContext request) {
    return request
        .target()
        .replaceFirst("(?<=[?&])wait=[^&]*&", "")
        .replaceFirst("[?&]wait=[^&]*$", "");
  }
}
