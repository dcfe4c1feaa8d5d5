package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import okio.ByteString;

/**
 * Creates one resource for each declared object, however many calls and servers there are. The
 * object's uid is the idempotency key, independent of its spec, and is kept until the object is
 * gone.
 */
record DeclaredRequests(IdempotencyKeys keys) {
  /**
   * Returns the id of the object's resource, which the first call creates.
   *
   * @param first creates the resource, and saves the key in the same transaction
   */
  <R> UUID createOnce(
      Actor actor, DeclaredObject object, Function<R, UUID> id, Function<Idempotency<R>, R> first) {
    Idempotency<R> request = request(object, made -> id.apply(made).toString());
    return keys.answer(actor, request, UUID::fromString, () -> id.apply(first.apply(request)));
  }

  /**
   * Returns the id of the object's resource. If there is none yet, none can be created any more.
   */
  Optional<UUID> preventCreation(Actor actor, DeclaredObject object) {
    return keys.giveUp(actor, request(object, Object::toString)).map(UUID::fromString);
  }

  void forget(Actor actor, DeclaredObject object) {
    keys.forget(actor, request(object, Object::toString));
  }

  private static <R> Idempotency<R> request(DeclaredObject object, Function<R, String> answer) {
    return Idempotency.request("kubernetes/" + object.uid(), fingerprint(object), answer).lasting();
  }

  /** Differs from that of any HTTP request, which has a path. */
  private static String fingerprint(DeclaredObject object) {
    String text = object.name().kind().wireName() + " " + object.uid();
    return ByteString.encodeUtf8(text).sha256().hex();
  }
}
