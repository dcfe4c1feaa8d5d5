package dev.goldenrod.dataplane.k8s.declared;

import dev.goldenrod.control.IdempotencyKeys;
import dev.goldenrod.idempotency.IdempotencyKey;
import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.idempotency.RenderedResponse;
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
 * the object's uid is the idempotency key, whatever its spec says by then.
 */
record DeclaredRequests(IdempotencyKeys keys) {
  private static final int MADE = 201;

  /**
   * What was made for the object; the first call makes it.
   *
   * @param id the id of what was made
   * @param first makes it, and keeps the key in its transaction
   */
  <R> UUID once(
      Actor actor,
      DeclaredObject object,
      Function<R, UUID> id,
      Function<IdempotencyKey<R>, R> first) {
    IdempotencyKey<R> key =
        new IdempotencyKey<>(
            key(object),
            request(object),
            made -> new RenderedResponse(MADE, id.apply(made).toString()));
    return keys.answer(
        actor, key.key(), key.request(), DeclaredRequests::id, () -> id.apply(first.apply(key)));
  }

  /** What was made for the object; when nothing was, nothing will be. */
  Optional<UUID> giveUp(Actor actor, DeclaredObject object) {
    return keys.giveUp(actor, key(object), request(object)).map(DeclaredRequests::id);
  }

  private static UUID id(IdempotencyRecord kept) {
    return UUID.fromString(kept.body());
  }

  private static String key(DeclaredObject object) {
    return "kubernetes/" + object.uid();
  }

  /** Unlike that of any request over HTTP, which has a path. */
  private static String request(DeclaredObject object) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      String text = object.name().kind().wireName() + " " + object.uid();
      return HexFormat.of().formatHex(sha256.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
