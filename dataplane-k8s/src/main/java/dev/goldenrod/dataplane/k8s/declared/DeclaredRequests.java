package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * Makes one thing for each declared object, however often it is asked to and by how many servers:
 * the object's uid is the idempotency key, whatever its spec says by then, and is kept until the
 * object has gone.
 */
record DeclaredRequests(IdempotencyKeys keys) {
  /**
   * What was made for the object; the first call makes it.
   *
   * @param id the id of what was made
   * @param first makes it, and keeps the key in its transaction
   */
  <R> UUID once(
      Actor actor, DeclaredObject object, Function<R, UUID> id, Function<Idempotency<R>, R> first) {
    Idempotency<R> request = request(object, made -> id.apply(made).toString());
    return keys.answer(actor, request, UUID::fromString, () -> id.apply(first.apply(request)));
  }

  /** What was made for the object; when nothing was, nothing will be. */
  Optional<UUID> giveUp(Actor actor, DeclaredObject object) {
    return keys.giveUp(actor, request(object, Object::toString)).map(UUID::fromString);
  }

  /** The object has gone, and will not be looked at again. */
  void forget(Actor actor, DeclaredObject object) {
    keys.forget(actor, request(object, Object::toString));
  }

  private static <R> Idempotency<R> request(DeclaredObject object, Function<R, String> answer) {
    return Idempotency.request("kubernetes/" + object.uid(), fingerprint(object), answer).lasting();
  }

  /** Unlike that of any request over HTTP, which has a path. */
  private static String fingerprint(DeclaredObject object) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      String text = object.name().kind().wireName() + " " + object.uid();
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
