package dev.goldenrod.idempotency;

import dev.goldenrod.ControlPlaneException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Controls whether a command runs at each call, or only once for all calls with the same
 * idempotency key. The record of the key is stored in the command's own transaction, so that a
 * repeated call finds both the effect and the record, or neither.
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

  /** Returns an instance without a key: the command runs at each call. */
  public static <R> Idempotency<R> none() {
    return new Idempotency<>("", "", result -> "", false);
  }

  /**
   * Returns an instance with which the command runs once for all calls with the key within a day,
   * even when they reach different servers. A repeated call returns the resource that the first
   * call made, as it is now. It is refused when the key was used for another command, the first
   * call is still in progress, or the resource is gone.
   *
   * @param key 1 to 255 visible ASCII characters, chosen by the actor
   */
  public static <R> Idempotency<R> key(String key) {
    return new Idempotency<>(valid(key), "", result -> "", false);
  }

  /**
   * Returns an instance for a request whose repetitions are answered by {@code
   * IdempotencyKeys.answer}, without running the command. The command itself is refused while the
   * key is stored.
   *
   * @param key 1 to 255 visible ASCII characters
   * @param fingerprint distinguishes the request from others under the same key, as a hash does
   * @param answer converts the command's result to the stored answer; called inside the
   *     transaction. Only the caller interprets the answer.
   */
  public static <R> Idempotency<R> request(
      String key, String fingerprint, Function<R, String> answer) {
    return new Idempotency<>(valid(key), fingerprint, answer, false);
  }

  /**
   * Returns a copy whose key is stored until {@code IdempotencyKeys.forget}, not just for a day.
   */
  public Idempotency<R> lasting() {
    return new Idempotency<>(key, fingerprint, answer, true);
  }

  /** Returns whether the text can be a key: 1 to 255 visible ASCII characters. */
  public static boolean isKey(String text) {
    return KEY.matcher(text).matches();
  }

  private static String valid(String key) {
    if (!isKey(key)) {
      throw ControlPlaneException.invalid(
          "idempotency key", "must be 1 to 255 visible ASCII characters");
    }
    return key;
  }

  /**
   * Returns a copy with the fingerprint and the answer that a command derives from its arguments.
   */
  public Idempotency<R> as(String commandFingerprint, Function<R, String> commandAnswer) {
    return new Idempotency<>(key, commandFingerprint, commandAnswer, isLasting);
  }

  /** Returns whether there is a key. */
  public boolean isKeyed() {
    return !key.isEmpty();
  }

  /** Returns whether the command itself, rather than its caller, answers repeated calls. */
  public boolean isAnsweredByCommand() {
    return isKeyed() && fingerprint.isEmpty();
  }

  public String key() {
    return key;
  }

  public String fingerprint() {
    return fingerprint;
  }

  /** Returns the record that reserves the key until the command's transaction ends. */
  public IdempotencyRecord reservation(UUID userId, Instant now) {
    return new IdempotencyRecord(userId, key, fingerprint, "", false, keptSince(now));
  }

  /** Returns the record from which repeated calls are answered. */
  public IdempotencyRecord answered(UUID userId, R result, Instant now) {
    return new IdempotencyRecord(
        userId, key, fingerprint, answer.apply(result), false, keptSince(now));
  }

  /**
   * Returns the record with which repeated calls are refused, because the request will never run.
   */
  public IdempotencyRecord givenUp(UUID userId, Instant now) {
    return new IdempotencyRecord(userId, key, fingerprint, "", true, keptSince(now));
  }

  private Instant keptSince(Instant now) {
    return isLasting ? IdempotencyRecord.LASTING : now;
  }
}
