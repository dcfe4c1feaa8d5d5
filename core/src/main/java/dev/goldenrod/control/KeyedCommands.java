package dev.goldenrod.control;

import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Commands that a caller may repeat under an idempotency key.
 *
 * @param answer the text to store for a result
 * @param find finds the result again by the stored text
 */
record KeyedCommands<R>(
    IdempotencyKeys keys, Function<R, String> answer, BiFunction<Actor, String, R> find) {
  /**
   * Returns the result of the first call with this key and command, as it is now. A key whose
   * repetitions another layer answers, such as that of an HTTP request, is passed through.
   *
   * @param command the command; its text distinguishes it from other commands
   * @param carryOut runs the command, and stores the given key in its transaction
   */
  R once(
      Actor actor,
      Idempotency<R> idempotency,
      Object command,
      Function<Idempotency<R>, R> carryOut) {
    if (!idempotency.isAnsweredByCommand()) {
      return carryOut.apply(idempotency);
    }
    Idempotency<R> request = idempotency.as(Tokens.sha256(command.toString()), answer);
    return keys.answer(
        actor, request, stored -> find.apply(actor, stored), () -> carryOut.apply(request));
  }
}
