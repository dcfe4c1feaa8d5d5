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

/** Answers repeated requests with one {@code Idempotency-Key} as the first was answered. */
public final class IdempotencyFilter {
  private static final String HEADER = "Idempotency-Key";
  private static final String REPLAYED = "Idempotency-Replayed";
  private static final Pattern SANE = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private final IdempotencyKeys idempotencyKeys;

  public IdempotencyFilter(IdempotencyKeys idempotencyKeys) {
    this.idempotencyKeys = idempotencyKeys;
  }

  /** The answer to the first request with the key; the handler's own when there was none. */
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
        kept ->
            handler
                .replay()
                .apply(request, kept)
                .thenApply(answer -> answer.with(REPLAYED, "true")),
        () -> handler.handle(request, idempotency));
  }

  private static <R> Idempotency<R> idempotency(
      RequestContext request, String key, ReplayableHandler<R> handler) {
    if (!SANE.matcher(key).matches()) {
      String problem = "must be 1 to 255 visible characters";
      throw ApiException.invalid("invalid input: " + HEADER + " " + problem, HEADER, problem);
    }
    return Idempotency.request(key, fingerprint(request), handler.kept());
  }

  /** Contains the token's scopes, so that no other token of the member is told the kept answer. */
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
