package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.idempotency.KeptAnswer;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Keeps the first answer to a request with an idempotency key, to give it again for a day. */
public final class Answers {
  private static final Duration KEPT_FOR = Duration.ofHours(24);

  /** A request that is under way for longer died with its server. */
  private static final Duration UNDER_WAY_FOR = Duration.ofMinutes(2);

  private final ControlContext context;

  Answers(ControlContext context) {
    this.context = context;
  }

  /**
   * Begins a request under the caller's key.
   *
   * @param request the SHA-256 of the request's path and body, in hex
   * @return the first answer when the same request was answered before; else empty, and the caller
   *     goes on and then finishes or abandons the key
   * @throws ControlPlaneException when the key was used with another request, or the first is still
   *     under way
   */
  public Optional<KeptAnswer> begin(Actor actor, String key, String request) {
    Instant now = context.now();
    KeptAnswer fresh = new KeptAnswer(actor.userId(), key, request, 0, "", now);
    return context.store().inTransaction(tx -> begin(tx, fresh));
  }

  private Optional<KeptAnswer> begin(Transaction tx, KeptAnswer fresh) {
    tx.answers().deleteCreatedBefore(fresh.createdAt().minus(KEPT_FOR));
    if (tx.answers().insertIfAbsent(fresh)) {
      return Optional.empty();
    }
    KeptAnswer kept = tx.answers().find(fresh.userId(), fresh.key()).orElse(fresh);
    if (!kept.request().equals(fresh.request())) {
      throw ControlPlaneException.of(
          ErrorCode.IDEMPOTENCY_KEY_REUSED,
          "idempotency key '" + fresh.key() + "' was used with another request");
    }
    if (!kept.isUnderWay()) {
      return Optional.of(kept);
    }
    if (kept.createdAt().plus(UNDER_WAY_FOR).isAfter(fresh.createdAt())) {
      throw ControlPlaneException.of(
          ErrorCode.REQUEST_IN_PROGRESS,
          "the first request with idempotency key '" + fresh.key() + "' is under way");
    }
    tx.answers().update(fresh);
    return Optional.empty();
  }

  /** Keeps the answer of the request that was begun. */
  public void finish(Actor actor, String key, String request, int status, String body) {
    KeptAnswer answer = new KeptAnswer(actor.userId(), key, request, status, body, context.now());
    context.store().useTransaction(tx -> tx.answers().update(answer));
  }

  /** Gives the key free again: its request was refused. */
  public void abandon(Actor actor, String key) {
    context.store().useTransaction(tx -> tx.answers().delete(actor.userId(), key));
  }
}
