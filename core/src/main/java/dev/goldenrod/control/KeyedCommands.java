package dev.goldenrod.control;

import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.member.Actor;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Commands that make or change a resource, and that a caller may repeat under a key.
 *
 * @param id the resource's
 * @param find the resource as it is now
 */
record KeyedCommands<R>(
    IdempotencyKeys keys, Function<R, UUID> id, BiFunction<Actor, UUID, R> find) {
  /** The resource of the first call with the key and the command, which carries it out. */
  R once(Actor actor, String key, Object command, Function<IdempotencyKey<R>, R> first) {
    Function<UUID, R> again = made -> find.apply(actor, made);
    return keys.once(actor, new IdempotencyKeys.Once<>(key, command, id, again), first);
  }
}
