package dev.goldenrod.http.web;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.idempotency.IdempotencyRecord;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Answers repeated requests with one {@code Idempotency-Key} as the first was answered. */
final class IdempotencyFilter {
  private static final String HEADER = "Idempotency-Key";
  private static final Pattern SANE = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private final IdempotencyKeys idempotencyKeys;

  IdempotencyFilter(IdempotencyKeys idempotencyKeys) {
    this.idempotencyKeys = idempotencyKeys;
  }

  /** The first 2xx answer to the request; the handler is asked when there is none. */
  ApiResponse answer(RequestContext request, ReplayableHandler<?> handler) {
    Optional<String> key = request.header(HEADER);
    return key.isEmpty() ? handler.handle(request) : answer(request, key.get(), handler);
  }

  private ApiResponse answer(RequestContext request, String key, ReplayableHandler<?> handler) {
    if (!SANE.matcher(key).matches()) {
      throw ApiException.of(
          400, "invalid input: " + HEADER + " must be 1 to 255 visible characters");
    }
    String fingerprint = fingerprint(request);
    return idempotencyKeys.answer(
        request.actor(),
        key,
        fingerprint,
        IdempotencyFilter::replayed,
        () -> handler.handle(request, key, fingerprint));
  }

  private static ApiResponse replayed(IdempotencyRecord kept) {
    Object body = kept.body().isEmpty() ? null : new RawValue(kept.body());
    return new ApiResponse(kept.status(), body, Map.of("Idempotency-Replayed", "true"));
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
