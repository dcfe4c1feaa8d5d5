package dev.goldenrod.http.web;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.control.IdempotencyKeys.Replay;
import dev.goldenrod.idempotency.IdempotencyRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Answers repeated requests with one {@code Idempotency-Key} as the first was answered. */
final class IdempotencyFilter {
  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotency-Replayed";
  private static final Pattern SANE = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private final IdempotencyKeys idempotencyKeys;

  IdempotencyFilter(IdempotencyKeys idempotencyKeys) {
    this.idempotencyKeys = idempotencyKeys;
  }

  /** The first 2xx answer to the request; the handler is asked when there is none. */
  ApiResponse answer(RequestContext request, ReplayableHandler<?> handler) {
    Optional<String> key = request.header(HEADER);
    return key.isEmpty()
        ? handler.handle(request)
        : answer(
            request,
            key.get(),
            IdempotencyFilter::kept,
            fingerprint -> handler.handle(request, key.get(), fingerprint));
  }

  /** The same for what is answered as it is then. */
  CompletableFuture<ApiResponse> answer(RequestContext request, LiveHandler<?> handler) {
    Optional<String> key = request.header(HEADER);
    return key.isEmpty()
        ? handler.handle(request)
        : answer(
            request,
            key.get(),
            kept ->
                handler
                    .repeat(request, Json.id(kept.body()))
                    .thenApply(answer -> answer.with(REPLAYED, "true")),
            fingerprint -> handler.handle(request, key.get(), fingerprint));
  }

  private <A> A answer(
      RequestContext request, String key, Replay<A> replay, Function<String, A> first) {
    if (!SANE.matcher(key).matches()) {
      String problem = "must be 1 to 255 visible characters";
      throw ApiException.invalid("invalid input: " + HEADER + " " + problem, HEADER, problem);
    }
    String fingerprint = fingerprint(request);
    return idempotencyKeys.answer(
        request.actor(), key, fingerprint, replay, () -> first.apply(fingerprint));
  }

  private static ApiResponse kept(IdempotencyRecord kept) {
    Object body = kept.body().isEmpty() ? null : new RawValue(kept.body());
    return new ApiResponse(kept.status(), body, Map.of(REPLAYED, "true"));
  }

  private static String fingerprint(RequestContext request) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update((request.path() + "\n").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha256.digest(request.body()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
