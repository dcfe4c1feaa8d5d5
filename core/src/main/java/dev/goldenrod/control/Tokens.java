package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.port.Transaction;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The script tokens of a member. */
public final class Tokens {
  private static final String PREFIX = "grt_";
  private static final int SECRET_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final Duration DEFAULT_LIFE = Duration.ofDays(90);
  private static final long MIN_SECONDS = 60;
  private static final long MAX_SECONDS = 31_536_000;

  private final ControlContext context;

  /** A new token with its secret, which cannot be read again. */
  public record Created(AccessToken token, String secret) {
    /** Leaves out the secret. */
    @Override
    public String toString() {
      return "Created[" + token.name() + "]";
    }
  }

  Tokens(ControlContext context) {
    this.context = context;
  }

  /** Creates an unscoped token for a caller without a token. */
  public Created create(Actor actor, String name, long ttlSeconds) {
    return create(actor, name, ttlSeconds, Scopes.ALL);
  }

  /** Creates a token with scopes for a caller without a token. */
  public Created create(Actor actor, String name, long ttlSeconds, Scopes scopes) {
    Duration life = life(name, ttlSeconds);
    return context.changeAccount(
        actor, tx -> create(tx, actor, name, life, scopes, Optional.empty(), null));
  }

  /** Creates an unscoped token for a caller that authenticated with {@code madeWith}. */
  public Created create(Actor actor, String name, long ttlSeconds, String madeWith) {
    return create(actor, name, ttlSeconds, Scopes.ALL, madeWith);
  }

  /**
   * Creates a token with another token. It expires no later than a script token that it was created
   * with, also through the session of a sign-in link, and is revoked with it. The bootstrap token's
   * expiry is no limit, because that token is renewed. A token that was created in a session at an
   * issuer is valid only while the issuer confirms the account.
   *
   * @param ttlSeconds 60 to 31536000; 0 for 90 days
   * @param scopes what the token allows, within the member's role
   * @param madeWith the caller's token, which must have no scopes
   */
  public Created create(Actor actor, String name, long ttlSeconds, Scopes scopes, String madeWith) {
    actor.requireUnscoped();
    Duration life = life(name, ttlSeconds);
    String hash = sha256(madeWith);
    return context.changeAccount(
        actor,
        tx -> {
          AccessToken used = require(tx, hash);
          return create(tx, actor, name, life, scopes, origin(tx, used), used.identityId());
        });
  }

  /** Returns the token, which may have been revoked since the request was authenticated. */
  static AccessToken require(Transaction tx, String sha256) {
    return tx.tokens().findByHash(sha256).orElseThrow(Tokens::gone);
  }

  /**
   * Returns the token that everything created with {@code used} ends with: the token itself; for a
   * session the token with which its sign-in link was created. Empty for other sessions, in which
   * the member has signed in.
   */
  static Optional<AccessToken> origin(Transaction tx, AccessToken used) {
    return used.kind() == TokenKind.SESSION ? parent(tx, used) : Optional.of(used);
  }

  /** Returns the token that the given one was created with. */
  static Optional<AccessToken> parent(Transaction tx, AccessToken token) {
    return tx.tokens().listOf(token.userId()).stream()
        .filter(other -> other.id().equals(token.parentId()))
        .findFirst();
  }

  private static ControlPlaneException gone() {
    return ControlPlaneException.of(ErrorCode.UNAUTHORIZED, "the token no longer exists");
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

  Created create(
      Transaction tx,
      Actor actor,
      String name,
      Duration life,
      Scopes scopes,
      Optional<AccessToken> parent,
      @Nullable UUID identityId) {
    String secret = newToken();
    Instant end = context.now().plus(life);
    AccessToken token =
        new NewToken(TokenKind.SCRIPT, name, sha256(secret), end, parent, scopes, identityId)
            .insert(context, tx, actor);
    context.audit(
        tx,
        actor,
        "token.created",
        "token",
        token.id(),
        Map.of("name", name, "scopes", scopes.text()));
    return new Created(token, secret);
  }

  /** Returns the actor's script tokens, oldest first. */
  public List<AccessToken> list(Actor actor) {
    return context.read(tx -> list(tx, actor));
  }

  private static List<AccessToken> list(Transaction tx, Actor actor) {
    return tx.tokens().listOf(actor.userId()).stream()
        .filter(token -> token.kind() == TokenKind.SCRIPT)
        .toList();
  }

  /** Revokes one of the actor's tokens, and those that were created with it. */
  public void delete(Actor actor, UUID id) {
    delete(actor, id, Idempotency.none());
  }

  /** Like {@link #delete(Actor, UUID)}, once per idempotency key. */
  public void delete(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    context.deleteFromAccount(
        actor, idempotency, List.of("delete", id), tx -> delete(tx, actor, id));
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

  /** Returns a new token of 256 random bits, which is not stored yet. */
  public static String newToken() {
    return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(randomBytes());
  }

  /** Returns a new invite token of 256 random bits, in hex without a prefix. */
  static String newInviteToken() {
    return HexFormat.of().formatHex(randomBytes());
  }

  private static byte[] randomBytes() {
    byte[] bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  /** Returns the SHA-256 of a token in lower-case hex, which is stored instead of the token. */
  static String sha256(String token) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(token.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
