package dev.goldenrod.http.route;

import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ApiResponse;
import dev.goldenrod.idempotency.Idempotency;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** Replays the first response to repeated requests with the same {@code Idempotency-Key}. */
public final class IdempotencyFilter {
  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotency-Replayed";
  private static final Pattern SANE = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private final IdempotencyKeys idempotencyKeys;

  public IdempotencyFilter(IdempotencyKeys idempotencyKeys) {
    this.idempotencyKeys = idempotencyKeys;
  }

  /**
   * Returns the stored response if the key was used before; otherwise calls the handler. Requests
   * without the header always call the handler.
   */
  public <R> CompletableFuture<ApiResponse> answer(
      RequestContext request, ReplayableHandler<R> handler) {
    return request
        .header(HEADER)
        .map(key -> answer(request, handler, idempotency(request, key, handler)))
        .orElseGet(() -> handler.handle(request));
  }

  private <R> CompletableFuture<ApiResponse> answer(
      RequestContext request, ReplayableHandler<R> handler, Idempotency<R> idempotency) {
    return idempotencyKeys.answer(
        request.actor(),
        idempotency,
        stored ->
            handler
                .replay()
                .apply(request, stored)
                .thenApply(answer -> answer.with(REPLAYED, "true")),
        () -> handler.handle(request, idempotency));
  }

  private static <R> Idempotency<R> idempotency(
      RequestContext request, String key, ReplayableHandler<R> handler) {
    if (!SANE.matcher(key).matches()) {
      String problem = "must be 1 to 255 visible characters";
      throw ApiException.invalid("invalid input: " + HEADER + " " + problem, HEADER, problem);
    }
    return Idempotency.request(key, fingerprint(request), handler.stored());
  }

  /**
   * The fingerprint contains the token's scopes, so that the member's other tokens, whose scopes
   * differ, do not get the stored response.
   */
  private static String fingerprint(RequestContext request) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      String scopes = request.actor().scopes().text();
      String asked = request.method() + " " + request.target();
      String whole = scopes.isEmpty() ? asked : asked + " " + scopes;
      sha256.update((whole + "\n").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha256.digest(request.bytes()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
