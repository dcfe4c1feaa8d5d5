package dev.goldenrod.control;

import dev.goldenrod.control.Sessions.SignInCode;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.User;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** One-time codes of sign-in links. Each is stored as a token, until it is used or expires. */
record SignInCodes(ControlContext context, Org org) {
  private static final Duration LIFE = Duration.ofMinutes(10);

  /**
   * Creates a code.
   *
   * @param token the actor's bearer token; empty for none
   */
  SignInCode create(Actor actor, String token) {
    String code = Tokens.newToken();
    Instant end = context.now().plus(LIFE);
    context.changeAccount(
        actor, tx -> newCode(tx, hash(code), end, token).insert(context, tx, actor));
    return new SignInCode(code, end);
  }

  private static NewToken newCode(Transaction tx, String hash, Instant end, String token) {
    if (token.isEmpty()) {
      return NewToken.session(hash, end, Optional.empty(), null);
    }
    AccessToken used = Tokens.require(tx, Tokens.sha256(token));
    return NewToken.session(hash, end, Tokens.origin(tx, used), used.identityId());
  }

  /** Returns a hash in upper case, which no bearer token has: a code is none. */
  private static String hash(String code) {
    return Tokens.sha256(code).toUpperCase(Locale.ROOT);
  }

  /** Exchanges a code for a session; empty if the code or its member is not valid. */
  Optional<Session> exchange(String code) {
    String hash = hash(code);
    return context.store().inTransaction(tx -> exchange(tx, hash));
  }

  private Optional<Session> exchange(Transaction tx, String hash) {
    tx.lockOrg(org.id());
    Optional<AccessToken> code = tx.tokens().findByHash(hash);
    code.ifPresent(found -> tx.tokens().delete(found.id()));
    return code.flatMap(found -> begin(tx, found));
  }

  private Optional<Session> begin(Transaction tx, AccessToken code) {
    return member(tx, code)
        .map(user -> Sessions.begin(context, tx, user, Tokens.parent(tx, code), code.identityId()));
  }

  /** Returns the member whom a code signs in; empty if the code or its member is not valid. */
  Optional<User> memberOf(String code) {
    String hash = hash(code);
    return context.read(tx -> tx.tokens().findByHash(hash).flatMap(found -> member(tx, found)));
  }

  private Optional<User> member(Transaction tx, AccessToken code) {
    return Optional.of(code)
        .filter(found -> found.isValidAt(context.now()))
        .flatMap(found -> tx.users().find(found.orgId(), found.userId()))
        .filter(User::isActive);
  }
}
