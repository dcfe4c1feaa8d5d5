package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.KeyedRequests;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Requests with an idempotency key, whose first answer is kept for a day, or until it is forgotten.
 * Thread-safe.
 */
public final class IdempotencyKeys {
  private final KeyedRequests requests;

  IdempotencyKeys(KeyedRequests requests) {
    this.requests = requests;
  }

  /**
   * The answer that was kept under the caller's key; else the one that carrying out the request
   * gives.
   *
   * @param replay makes an answer of the one that was kept
   * @param first carries out the request, by a command that is given the same idempotency
   * @throws ControlPlaneException when the key was used with another request, or this one is under
   *     way already
   */
  public <A> A answer(
      Actor actor, Idempotency<?> request, Function<String, A> replay, Supplier<A> first) {
    return requests.answer(actor, request, replay, first);
  }

  /**
   * Gives up a request that may have been begun, here or by another server: what was kept of it if
   * it was carried out; else it will not be, and later requests with the key are refused.
   *
   * @throws ControlPlaneException when the key was used with another request
   */
  public Optional<String> giveUp(Actor actor, Idempotency<?> request) {
    return requests.giveUp(actor, request);
  }

  /** Frees the caller's key; without effect when nothing is kept under it. */
  public void forget(Actor actor, Idempotency<?> request) {
    requests.forget(actor, request);
  }
}
