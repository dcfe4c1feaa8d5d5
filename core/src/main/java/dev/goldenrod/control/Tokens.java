package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.Secrets;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A member's tokens for scripts. */
public final class Tokens {
  private static final Duration DEFAULT_LIFE = Duration.ofDays(90);
  private static final long MIN_SECONDS = 60;
  private static final long MAX_SECONDS = 31_536_000;

  private final ControlContext context;

  /**
   * A token as it was made.
   *
   * @param secret the bearer token, shown this once
   */
  public record Created(AccessToken token, String secret) {
    /** Everything but the secret. */
    @Override
    public String toString() {
      return "Created[" + token.name() + "]";
    }
  }

  Tokens(ControlContext context) {
    this.context = context;
  }

  /** The same, on behalf of a caller that came with no token. */
  public Created create(Actor actor, String name, long ttlSeconds) {
    return create(actor, name, ttlSeconds, Scopes.ALL);
  }

  /** The same, allowed what the scopes say. */
  public Created create(Actor actor, String name, long ttlSeconds, Scopes scopes) {
    Duration life = life(name, ttlSeconds);
    return context.changeAccount(
        actor, tx -> create(tx, actor, name, life, scopes, Optional.empty()));
  }

  /** Makes a token of all that the member may do, with another one. */
  public Created create(Actor actor, String name, long ttlSeconds, String madeWith) {
    return create(actor, name, ttlSeconds, Scopes.ALL, madeWith);
  }

  /**
   * Makes a token. One that is made with another token for scripts ends with it at the latest; the
   * bootstrap token is renewed, so its end limits none.
   *
   * @param ttlSeconds 60 to 31536000; 0 for 90 days
   * @param scopes what it is allowed; those that go beyond the member's role allow nothing
   * @param madeWith the token that the caller came with, which must have no scopes
   */
  public Created create(Actor actor, String name, long ttlSeconds, Scopes scopes, String madeWith) {
    actor.requireUnscoped();
    Duration life = life(name, ttlSeconds);
    String hash = Secrets.sha256(madeWith);
    return context.changeAccount(
        actor,
        tx -> {
          AccessToken used = tx.tokens().findByHash(hash).orElseThrow(Tokens::gone);
          Optional<AccessToken> parent =
              Optional.of(used).filter(one -> one.kind() != TokenKind.SESSION);
          return create(tx, actor, name, life, scopes, parent);
        });
  }

  private static ControlPlaneException gone() {
    return ControlPlaneException.of(ErrorCode.UNAUTHORIZED, "the token is gone");
  }

  private static Duration life(String name, long ttlSeconds) {
    if (name.isBlank()) {
      throw ControlPlaneException.invalid("name", "must not be empty");
    }
    Sessions.requireName("name", name);
    boolean inRange = ttlSeconds >= MIN_SECONDS && ttlSeconds <= MAX_SECONDS;
    if (ttlSeconds != 0 && !inRange) {
      throw ControlPlaneException.invalid(
          "ttl_seconds", ttlSeconds + " must be 60 to 31536000, or 0 for 90 days");
    }
    return ttlSeconds == 0 ? DEFAULT_LIFE : Duration.ofSeconds(ttlSeconds);
  }

  private Created create(
      Transaction tx,
      Actor actor,
      String name,
      Duration life,
      Scopes scopes,
      Optional<AccessToken> parent) {
    String secret = Secrets.newToken();
    Instant now = context.now();
    Instant end = now.plus(life);
    AccessToken token =
        new AccessToken(
            context.newId(),
            actor.orgId(),
            actor.userId(),
            TokenKind.SCRIPT,
            name,
            Secrets.sha256(secret),
            now,
            parent
                .filter(one -> one.kind() != TokenKind.BOOTSTRAP)
                .map(AccessToken::expiresAt)
                .filter(end::isAfter)
                .orElse(end),
            parent.map(AccessToken::id).orElse(null),
            scopes);
    tx.tokens().insert(token);
    context.audit(
        tx,
        actor,
        "token.created",
        "token",
        token.id(),
        Map.of("name", name, "scopes", scopes.text()));
    return new Created(token, secret);
  }

  /** The caller's tokens, oldest first. */
  public List<AccessToken> list(Actor actor) {
    return context.store().inTransaction(tx -> list(tx, actor));
  }

  private static List<AccessToken> list(Transaction tx, Actor actor) {
    return tx.tokens().listOf(actor.userId()).stream()
        .filter(token -> token.kind() == TokenKind.SCRIPT)
        .toList();
  }

  /** Ends one of the caller's tokens, and those that were made with it. */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    context.deleteOfAccount(actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
  }

  private List<UUID> delete(Transaction tx, Actor actor, UUID id) {
    boolean own = list(tx, actor).stream().anyMatch(token -> token.id().equals(id));
    if (!own) {
      throw ControlPlaneException.notFound("token", id);
    }
    context.audit(tx, actor, "token.deleted", "token", id, Map.of());
    tx.tokens().delete(id);
    return List.of();
  }

  /** A fresh token of 256 random bits, not yet stored for a member. */
  public static String newToken() {
    return Secrets.newToken();
  }
}
