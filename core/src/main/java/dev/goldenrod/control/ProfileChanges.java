package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Sessions.ChangeProfile;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.port.Transaction;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Implements changes of a member's own name and password as {@code Sessions} documents them. */
record ProfileChanges(
    ControlContext context, Org org, PasswordHasher hasher, LoginAttempts attempts) {
  User change(Actor actor, ChangeProfile change, String token) {
    User user = context.read(tx -> ControlContext.requireActive(tx, actor));
    Sessions.requireName("display_name", change.displayName() == null ? "" : change.displayName());
    if (change.password() == null) {
      return context.changeAccount(actor, tx -> rename(tx, actor, change.displayName()));
    }
    PasswordHasher.requireStrong(change.password());
    requireCurrentPassword(user, change);
    String hash = hasher.hash(change.password());
    return context.changeAccount(
        actor, tx -> changePassword(tx, user, change.displayName(), hash, token));
  }

  private User rename(Transaction tx, Actor actor, @Nullable String displayName) {
    User present = ControlContext.requireActive(tx, actor);
    return store(tx, present, "user.changed", displayName, present.passwordHash());
  }

  private User changePassword(
      Transaction tx, User seen, @Nullable String displayName, String passwordHash, String token) {
    Actor actor = seen.actor();
    User present = ControlContext.requireActive(tx, actor);
    if (!Objects.equals(present.passwordHash(), seen.passwordHash())) {
      throw ControlPlaneException.invalid("the password was changed by another request");
    }
    String tokenSha256 = Tokens.sha256(token);
    if (present.passwordHash() == null && !token.isEmpty()) {
      requireLasting(tx, Tokens.require(tx, tokenSha256));
    }
    tx.tokens().listOf(seen.id()).stream()
        .filter(other -> other.kind() == TokenKind.SESSION)
        .filter(other -> !other.sha256().equals(tokenSha256))
        .forEach(other -> Sessions.end(context, tx, actor, other));
    return store(tx, present, "user.password.changed", displayName, passwordHash);
  }

  private User store(
      Transaction tx,
      User present,
      String event,
      @Nullable String displayName,
      @Nullable String passwordHash) {
    String name = displayName == null ? present.displayName() : displayName;
    User changed = present.withProfile(name, passwordHash);
    tx.users().update(changed);
    Actor actor = changed.actor();
    context.audit(tx, actor, event, "user", changed.id(), Map.of());
    return changed;
  }

  private void requireCurrentPassword(User user, ChangeProfile change) {
    String current = change.currentPassword();
    if (user.passwordHash() != null && (current == null || !isCurrent(user, current))) {
      throw ControlPlaneException.invalid("current_password", "is wrong or missing");
    }
  }

  /** Checks that a first password would not outlive the access of the token's holder. */
  private static void requireLasting(Transaction tx, AccessToken token) {
    if (token.identityId() != null) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "a member who signs in at an issuer has no password here, which would outlive the"
              + " account at the issuer");
    }
    if (Tokens.origin(tx, token).filter(one -> one.kind() == TokenKind.SCRIPT).isPresent()) {
      throw ControlPlaneException.of(
          ErrorCode.FORBIDDEN,
          "a token for scripts cannot set the first password of its member; use the admin token");
    }
  }

  /** A wrong current password counts as a failed login, also within a session. */
  private boolean isCurrent(User user, String password) {
    context.store().useTransaction(tx -> attempts.requireAllowed(tx, user.email()));
    boolean matches = hasher.matches(password, user.passwordHash());
    context
        .store()
        .useTransaction(
            tx -> {
              tx.lockOrg(org.id());
              attempts.requireAllowed(tx, user.email());
              if (!matches) {
                attempts.recordFailure(tx, user.email(), user.id());
              }
            });
    return matches;
  }
}
