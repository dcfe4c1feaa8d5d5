package dev.goldenrod.idempotency;

import dev.goldenrod.ControlPlaneException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Whether a command is carried out at each call, or once for all calls with a key. What is kept
 * under the key is stored in the transaction of the command itself, so that a repetition finds both
 * of them or neither.
 *
 * @param <R> the command's result
 */
public final class Idempotency<R> {
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

  private final String key;
  private final String fingerprint;
  private final Function<R, String> answer;
  private final boolean isLasting;

  private Idempotency(
      String key, String fingerprint, Function<R, String> answer, boolean isLasting) {
    this.key = Objects.requireNonNull(key);
    this.fingerprint = Objects.requireNonNull(fingerprint);
    this.answer = Objects.requireNonNull(answer);
    this.isLasting = isLasting;
  }

  /** The command is carried out at each call. */
  public static <R> Idempotency<R> none() {
    return new Idempotency<>("", "", result -> "", false);
  }

  /**
   * The command is carried out once for all calls with that key within a day, also when they come
   * to different servers: a repetition returns the result of the first call, as it is now. It is
   * refused when the key was used for another command, the first call is still under way, or what
   * it made is gone.
   *
   * @param key 1 to 255 visible ASCII characters, of the actor's own choice
   */
  public static <R> Idempotency<R> key(String key) {
    return new Idempotency<>(valid(key), "", result -> "", false);
  }

  /**
   * The command is carried out for a request whose repetitions are answered without the command, by
   * {@code IdempotencyKeys.answer}; the command is refused while that key is kept.
   *
   * @param key 1 to 255 visible ASCII characters
   * @param fingerprint tells the request from others under the same key, as a hash does
   * @param answer what is kept to answer repetitions, of the command's result; called inside the
   *     transaction. Its meaning is the caller's alone
   */
  public static <R> Idempotency<R> request(
      String key, String fingerprint, Function<R, String> answer) {
    return new Idempotency<>(valid(key), fingerprint, answer, false);
  }

  /**
   * The same, whose key is kept until it is forgotten, by {@code IdempotencyKeys.forget}, rather
   * than for a day.
   */
  public Idempotency<R> lasting() {
    return new Idempotency<>(key, fingerprint, answer, true);
  }

  private static String valid(String key) {
    if (!KEY.matcher(key).matches()) {
      throw ControlPlaneException.invalid(
          "idempotency key", "must be 1 to 255 visible ASCII characters");
    }
    return key;
  }

  /** The same key for the request that a command without a fingerprint is. */
  public Idempotency<R> as(String commandFingerprint, Function<R, String> commandAnswer) {
    return new Idempotency<>(key, commandFingerprint, commandAnswer, isLasting);
  }

  /** Whether anything is kept. */
  public boolean isKeyed() {
    return !key.isEmpty();
  }

  /** Whether the command itself answers its repetitions. */
  public boolean isAnsweredByCommand() {
    return isKeyed() && fingerprint.isEmpty();
  }

  public String key() {
    return key;
  }

  public String fingerprint() {
    return fingerprint;
  }

  /** The row that reserves the key until the command's transaction ends. */
  public IdempotencyRecord reservation(UUID userId, Instant now) {
    return new IdempotencyRecord(userId, key, fingerprint, "", false, keptSince(now));
  }

  /** The row that answers repetitions. */
  public IdempotencyRecord answered(UUID userId, R result, Instant now) {
    return new IdempotencyRecord(
        userId, key, fingerprint, answer.apply(result), false, keptSince(now));
  }

  /** The row that has repetitions refused, because the request will never be carried out. */
  public IdempotencyRecord givenUp(UUID userId, Instant now) {
    return new IdempotencyRecord(userId, key, fingerprint, "", true, keptSince(now));
  }

  private Instant keptSince(Instant now) {
    return isLasting ? IdempotencyRecord.LASTING : now;
  }
}
