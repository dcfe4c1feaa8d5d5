package dev.goldenrod.control;

import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A token to store.
 *
 * @param end the latest end; the end of the parent is not exceeded, unless the parent is the
 *     bootstrap token, which is renewed
 * @param parent the token that it is created with, and ends with
 * @param identityId the account at an issuer that has to stay confirmed; null for none
 */
record NewToken(
    TokenKind kind,
    String name,
    String sha256,
    Instant end,
    Optional<AccessToken> parent,
    Scopes scopes,
    @Nullable UUID identityId) {
  static NewToken session(
      String sha256, Instant end, Optional<AccessToken> parent, @Nullable UUID identityId) {
    return new NewToken(TokenKind.SESSION, "", sha256, end, parent, Scopes.ALL, identityId);
  }

  /** Stores the token for the actor. */
  AccessToken insert(ControlContext context, Transaction tx, Actor actor) {
    AccessToken token =
        new AccessToken(
            context.newId(),
            actor.orgId(),
            actor.userId(),
            kind,
            name,
            sha256,
            context.now(),
            noLaterThanParent(),
            parent.map(AccessToken::id).orElse(null),
            scopes,
            identityId);
    tx.tokens().insert(token);
    return token;
  }

  private Instant noLaterThanParent() {
    return parent
        .filter(token -> token.kind() != TokenKind.BOOTSTRAP)
        .map(AccessToken::expiresAt)
        .filter(end::isAfter)
        .orElse(end);
  }
}
