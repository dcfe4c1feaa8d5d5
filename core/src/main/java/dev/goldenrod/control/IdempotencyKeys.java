package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.KeyedRequests;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Stored answers to requests with an idempotency key, kept for a day, or until deleted if lasting.
 * Thread-safe.
 */
public final class IdempotencyKeys {
  private final KeyedRequests requests;

  IdempotencyKeys(KeyedRequests requests) {
    this.requests = requests;
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
    return requests.executeOnce(actor, request, replay, first);
  }

  /**
   * Cancels a request that this server or another may have started, and returns its stored answer.
   * If empty, the request will never be carried out, and later requests with the key are refused.
   *
   * @throws ControlPlaneException if the key was used with another request
   */
  public Optional<String> giveUp(Actor actor, Idempotency<?> request) {
    return requests.giveUp(actor, request);
  }

  /** Deletes the caller's key; does nothing if there is none. */
  public void forget(Actor actor, Idempotency<?> request) {
    requests.delete(actor, request);
  }
}
