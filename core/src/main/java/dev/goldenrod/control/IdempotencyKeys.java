package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.idempotency.RenderedResponse;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Finds the first answer to a request with an idempotency key, which is kept for a day. A use case
 * stores it in its own transaction; nothing is stored of a request that was not carried out, so a
 * server that dies leaves no key behind that nobody may use.
 */
public final class IdempotencyKeys {
  private static final Duration KEPT_FOR = Duration.ofHours(24);
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,255}");

  /** The status that is kept where nobody asks for one. */
  private static final int DONE = 200;

  /** The status that is kept of a request that was given up. */
  private static final int GIVEN_UP = 410;

  private final ControlContext context;

  /** The requests that this server is carrying out, by caller and key. */
  private final ConcurrentMap<List<Object>, String> underWay = new ConcurrentHashMap<>();

  IdempotencyKeys(ControlContext context) {
    this.context = context;
  }

  /**
   * The answer that was kept under the caller's key; else the one that carrying out the request
   * gives.
   *
   * @param request the SHA-256 of the request's path and body, in hex
   * @param replay makes an answer of the one that was kept
   * @param first carries out the request by a use case that was given the same key
   * @throws ControlPlaneException when the key was used with another request, or this one is under
   *     way already
   */
  public <A> A answer(
      Actor actor, String key, String request, Replay<A> replay, Supplier<A> first) {
    List<Object> caller = List.of(actor.userId(), key);
    String other = underWay.putIfAbsent(caller, request);
    if (other != null) {
      throw other.equals(request) ? inProgress(key) : reused(key);
    }
    try {
      Optional<IdempotencyRecord> kept = find(actor, key, request);
      return kept.isPresent()
          ? replay.of(kept.get())
          : carryOut(actor, key, request, replay, first);
    } finally {
      underWay.remove(caller);
    }
  }

  /**
   * What is to be carried out once.
   *
   * @param request what the key stands for, told by its text
   * @param id the id of what carrying it out makes
   * @param find what was made, as it is now
   */
  record Once<R>(String key, Object request, Function<R, UUID> id, Function<UUID, R> find) {
    Once {
      if (!KEY.matcher(key).matches()) {
        throw ControlPlaneException.invalid(
            "idempotency key", "must be 1 to 255 visible ASCII characters");
      }
    }

    /** Unlike that of any request over HTTP, which has a path. */
    private String fingerprint() {
      return Tokens.sha256(request.toString());
    }

    private IdempotencyKey<R> kept() {
      return new IdempotencyKey<>(
          key, fingerprint(), made -> new RenderedResponse(DONE, id.apply(made).toString()));
    }
  }

  /** What the first call with the key made, as it is now; the first call makes it. */
  <R> R once(Actor actor, Once<R> what, Function<IdempotencyKey<R>, R> first) {
    return answer(
        actor,
        what.key(),
        what.fingerprint(),
        kept -> what.find().apply(UUID.fromString(kept.body())),
        () -> first.apply(what.kept()));
  }

  /**
   * Gives up a request that may have been begun, here or by another server: what was kept of it if
   * it was carried out; else it will not be, and whoever comes with the key is refused.
   *
   * @throws ControlPlaneException when the key was used with another request
   */
  public Optional<IdempotencyRecord> giveUp(Actor actor, String key, String request) {
    IdempotencyKey<Object> givenUp =
        new IdempotencyKey<>(key, request, any -> new RenderedResponse(GIVEN_UP, ""));
    context
        .store()
        .useTransaction(
            tx ->
                tx.idempotency()
                    .insertIfAbsent(givenUp.kept(actor.userId(), actor, context.now())));
    return stored(actor, key, request).filter(kept -> kept.status() != GIVEN_UP);
  }

  /** Makes an answer of one that was kept. */
  @FunctionalInterface
  public interface Replay<A> {
    A of(IdempotencyRecord kept);
  }

  /** Another server may carry out the same request at the same time: one of the two is undone. */
  private <A> A carryOut(
      Actor actor, String key, String request, Replay<A> replay, Supplier<A> first) {
    try {
      return first.get();
    } catch (ControlPlaneException refused) {
      if (refused.code() != ErrorCode.REQUEST_IN_PROGRESS) {
        throw refused;
      }
      return replay.of(find(actor, key, request).orElseThrow(() -> refused));
    }
  }

  private Optional<IdempotencyRecord> find(Actor actor, String key, String request) {
    Optional<IdempotencyRecord> kept = stored(actor, key, request);
    if (kept.filter(record -> record.status() == GIVEN_UP).isPresent()) {
      throw ControlPlaneException.conflictBecause(
          "the request with idempotency key '" + key + "' was given up");
    }
    return kept;
  }

  private Optional<IdempotencyRecord> stored(Actor actor, String key, String request) {
    Instant oldest = context.now().minus(KEPT_FOR);
    Optional<IdempotencyRecord> kept =
        context
            .store()
            .inTransaction(tx -> tx.idempotency().find(actor.userId(), key))
            .filter(answer -> !answer.createdAt().isBefore(oldest));
    if (kept.isPresent() && !kept.get().request().equals(request)) {
      throw reused(key);
    }
    return kept;
  }

  /** Reserves the key for the transaction under way, and waits for another one that has it. */
  static void reserve(Transaction tx, Actor actor, IdempotencyKey<?> key, Instant now) {
    tx.idempotency().deleteCreatedBefore(now.minus(KEPT_FOR));
    if (!tx.idempotency().insertIfAbsent(key.reservation(actor.userId(), now))) {
      throw inProgress(key.key());
    }
  }

  private static ControlPlaneException inProgress(String key) {
    return ControlPlaneException.of(
        ErrorCode.REQUEST_IN_PROGRESS,
        "the first request with idempotency key '" + key + "' is under way");
  }

  private static ControlPlaneException reused(String key) {
    return ControlPlaneException.of(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        "idempotency key '" + key + "' was used with another request");
  }
}
