package dev.goldenrod.control.context;

import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Commands with one kind of result, which a caller may repeat under a key.
 *
 * @param answer what is kept of a result
 * @param find the result again, of what was kept of it
 */
public record KeyedCommands<R>(
    KeyedRequests requests, Function<R, String> answer, BiFunction<Actor, String, R> find) {
  /** Commands that make or change a resource with an id. */
  static <R> KeyedCommands<R> of(
      KeyedRequests requests, Function<R, UUID> id, BiFunction<Actor, UUID, R> find) {
    return new KeyedCommands<>(
        requests,
        result -> id.apply(result).toString(),
        (actor, stored) -> find.apply(actor, UUID.fromString(stored)));
  }

  /**
   * The result of the first call with the key and the command, as it is now.
   *
   * @param command what is asked for, told from other commands by its text
   * @param carryOut keeps the key that it is given in the command's transaction
   */
  public R once(
      Actor actor,
      Idempotency<R> idempotency,
      Object command,
      Function<Idempotency<R>, R> carryOut) {
    if (!idempotency.isAnsweredByCommand()) {
      return carryOut.apply(idempotency);
    }
    Idempotency<R> request = idempotency.as(Secrets.sha256(command.toString()), answer);
    return requests.answer(
        actor, request, stored -> find.apply(actor, stored), () -> carryOut.apply(request));
  }
}
