package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Stored answers to requests with an idempotency key, kept for a day, or until deleted if lasting.
 * A use case stores its answer in its own transaction, so a server that dies in a request leaves no
 * unusable key behind. Thread-safe.
 */
public final class IdempotencyKeys {
  private static final Duration RETENTION = Duration.ofHours(24);

  private final Store store;
  private final Clock clock;

  /** In-flight requests of this server: fingerprints by caller and key. */
  private final ConcurrentMap<List<Object>, String> inFlight = new ConcurrentHashMap<>();

  IdempotencyKeys(Store store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * Returns the answer stored under the caller's key, or carries the request out.
   *
   * @param replay converts the stored answer
   * @param first carries the request out, with a command that is given the same idempotency
   * @throws ControlPlaneException if the key was used with another request, or this one is in
   *     flight
   */
  public <A> A answer(
      Actor actor, Idempotency<?> request, Function<String, A> replay, Supplier<A> first) {
    List<Object> caller = List.of(actor.userId(), request.key());
    String other = inFlight.putIfAbsent(caller, request.fingerprint());
    if (other != null) {
      throw other.equals(request.fingerprint()) ? inProgress(request) : reused(request);
    }
    try {
      Optional<String> kept = find(actor, request);
      return kept.isPresent()
          ? replay.apply(kept.get())
          : executeFirst(actor, request, replay, first);
    } finally {
      inFlight.remove(caller);
    }
  }

  /** If another server carries out the same request concurrently, one of the two is rolled back. */
  private <A> A executeFirst(
      Actor actor, Idempotency<?> request, Function<String, A> replay, Supplier<A> first) {
    try {
      return first.get();
    } catch (ControlPlaneException refused) {
      if (refused.code() != ErrorCode.REQUEST_IN_PROGRESS) {
        throw refused;
      }
      return replay.apply(find(actor, request).orElseThrow(() -> refused));
    }
  }

  /**
   * Cancels a request that this server or another may have started, and returns its stored answer.
   * If empty, the request will never be carried out, and later requests with the key are refused.
   *
   * @throws ControlPlaneException if the key was used with another request
   */
  public Optional<String> giveUp(Actor actor, Idempotency<?> request) {
    store.useTransaction(
        tx -> tx.idempotency().insertIfAbsent(request.givenUp(actor.userId(), now())));
    return stored(actor, request)
        .filter(record -> !record.isGivenUp())
        .map(IdempotencyRecord::answer);
  }

  /** Deletes the caller's key; does nothing if there is none. */
  public void forget(Actor actor, Idempotency<?> request) {
    store.useTransaction(tx -> tx.idempotency().delete(actor.userId(), request.key()));
  }

  private Optional<String> find(Actor actor, Idempotency<?> request) {
    Optional<IdempotencyRecord> kept = stored(actor, request);
    if (kept.filter(IdempotencyRecord::isGivenUp).isPresent()) {
      throw ControlPlaneException.conflictBecause(
          "the request with idempotency key '" + request.key() + "' was abandoned; use a new key");
    }
    return kept.map(IdempotencyRecord::answer);
  }

  private Optional<IdempotencyRecord> stored(Actor actor, Idempotency<?> request) {
    Instant oldest = now().minus(RETENTION);
    Optional<IdempotencyRecord> kept =
        store
            .inTransaction(tx -> tx.idempotency().find(actor.userId(), request.key()))
            .filter(one -> !one.createdAt().isBefore(oldest));
    if (kept.isPresent() && !kept.get().fingerprint().equals(request.fingerprint())) {
      throw reused(request);
    }
    return kept;
  }

  private Instant now() {
    return ControlContext.now(clock);
  }

  /** Reserves the key for the transaction; waits for another transaction that holds it. */
  static void reserve(Transaction tx, Actor actor, Idempotency<?> request, Instant now) {
    tx.idempotency().deleteCreatedBefore(now.minus(RETENTION));
    if (!tx.idempotency().insertIfAbsent(request.reservation(actor.userId(), now))) {
      throw inProgress(request);
    }
  }

  private static ControlPlaneException inProgress(Idempotency<?> request) {
    return ControlPlaneException.of(
        ErrorCode.REQUEST_IN_PROGRESS,
        "the first request with idempotency key '" + request.key() + "' is still in progress");
  }

  private static ControlPlaneException reused(Idempotency<?> request) {
    return ControlPlaneException.of(
        ErrorCode.IDEMPOTENCY_KEY_REUSED,
        "idempotency key '" + request.key() + "' was used with another request");
  }
}
