package dev.goldenrod.http.web;

import com.fasterxml.jackson.databind.util.RawValue;
import dev.goldenrod.control.Answers;
import dev.goldenrod.idempotency.KeptAnswer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Answers repeated requests with one {@code Idempotency-Key} as the first was answered. */
final class Replays {
  private static final String HEADER = "Idempotency-Key";
  private static final Pattern SANE = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private final Answers answers;

  Replays(Answers answers) {
    this.answers = answers;
  }

  /** The first 2xx answer to the call; the handler is asked when there is none. */
  Answer answer(Call call, ReplayableHandler<?> handler) {
    Optional<String> key = call.header(HEADER);
    return key.isEmpty() ? handler.handle(call) : answer(call, key.get(), handler);
  }

  private Answer answer(Call call, String key, ReplayableHandler<?> handler) {
    if (!SANE.matcher(key).matches()) {
      throw Problem.of(400, "invalid input: " + HEADER + " must be 1 to 255 visible characters");
    }
    String request = fingerprint(call);
    return answers.answer(
        call.actor(), key, request, Replays::replayed, () -> handler.handle(call, key, request));
  }

  private static Answer replayed(KeptAnswer kept) {
    Object body = kept.body().isEmpty() ? null : new RawValue(kept.body());
    return new Answer(kept.status(), body, Map.of("Idempotency-Replayed", "true"));
  }

  private static String fingerprint(Call call) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update((call.path() + "\n").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(sha256.digest(call.body()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }
}
