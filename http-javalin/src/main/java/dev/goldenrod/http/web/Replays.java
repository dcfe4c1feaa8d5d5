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
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers repeated requests with one {@code Idempotency-Key} as the first was answered. */
final class Replays {
  private static final Logger LOG = LoggerFactory.getLogger(Replays.class);
  private static final String HEADER = "Idempotency-Key";
  private static final Pattern SANE = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private final Answers answers;

  Replays(Answers answers) {
    this.answers = answers;
  }

  /** The first 2xx answer to the call; the handler is asked when there is none. */
  CompletableFuture<Answer> answer(Call call, PollHandler handler) {
    Optional<String> key = call.header(HEADER);
    if (key.isEmpty()) {
      return handler.handle(call);
    }
    if (!SANE.matcher(key.get()).matches()) {
      throw Problem.of(400, "invalid input: " + HEADER + " must be 1 to 255 visible characters");
    }
    return answers
        .begin(call.actor(), key.get(), fingerprint(call))
        .map(kept -> CompletableFuture.completedFuture(replayed(kept)))
        .orElseGet(() -> firstAnswer(call, key.get(), handler));
  }

  private CompletableFuture<Answer> firstAnswer(Call call, String key, PollHandler handler) {
    CompletableFuture<Answer> first;
    try {
      first = handler.handle(call);
    } catch (RuntimeException | Error refusal) {
      first = CompletableFuture.failedFuture(refusal);
    }
    return first.whenComplete((answer, failure) -> keep(call, key, answer));
  }

  private void keep(Call call, String key, @Nullable Answer answer) {
    try {
      if (answer != null && answer.isSuccess()) {
        Object body = answer.body();
        String text = body == null ? "" : new String(Json.bytes(body), StandardCharsets.UTF_8);
        answers.finish(call.actor(), key, fingerprint(call), answer.status(), text);
      } else {
        answers.abandon(call.actor(), key);
      }
    } catch (RuntimeException lost) {
      // What was done stays done: its caller gets the answer, only the repetition will not.
      LOG.warn("The answer to {} could not be kept for its idempotency key", call.path(), lost);
    }
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
