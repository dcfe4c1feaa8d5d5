package dev.goldenrod.control.identity;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.context.Secrets;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Ensures that the organisation has an admin, and a way in for it.
 *
 * @param email the address of an admin that is made here, in lower case
 */
public record Admins(ControlContext context, Org org, String email) {
  private static final int MIN_TOKEN_LENGTH = 32;

  /** The oldest active one, made when there is none. */
  public Actor oldest() {
    User admin =
        context
            .store()
            .inTransaction(this::findOldest)
            .orElseGet(() -> context.store().inTransaction(this::requireOne));
    return admin.actor();
  }

  private User requireOne(Transaction tx) {
    tx.lockOrg(org.id());
    return findOldest(tx).orElseGet(() -> create(tx));
  }

  private Optional<User> findOldest(Transaction tx) {
    return active(tx).findFirst();
  }

  private Stream<User> active(Transaction tx) {
    return tx.users().list(org.id()).stream()
        .filter(user -> user.isActive() && user.role() == Role.ADMIN);
  }

  /** Whether one of them has a password, or a token that has not run out. */
  public boolean canLogIn(Transaction tx) {
    return active(tx).anyMatch(admin -> canLogIn(tx, admin));
  }

  private boolean canLogIn(Transaction tx, User user) {
    return user.passwordHash() != null
        || tx.tokens().listOf(user.id()).stream().anyMatch(one -> one.isValidAt(context.now()));
  }

  /** Gives the oldest one that token, unless one of them can log in; false if it can. */
  public boolean letIn(String token) {
    return context.store().inTransaction(tx -> letIn(tx, Secrets.sha256(token)));
  }

  private boolean letIn(Transaction tx, String hash) {
    tx.lockOrg(org.id());
    if (canLogIn(tx)) {
      return false;
    }
    insertBootstrapToken(tx, findOldest(tx).orElseGet(() -> create(tx)), hash);
    return true;
  }

  /** Gives one of them that token in place of an earlier one of its kind. */
  public void setBootstrapToken(String token) {
    if (token.length() < MIN_TOKEN_LENGTH) {
      throw ControlPlaneException.invalid(
          "the admin token must have at least " + MIN_TOKEN_LENGTH + " characters");
    }
    context.store().useTransaction(tx -> setBootstrapTokenHash(tx, Secrets.sha256(token)));
  }

  private void setBootstrapTokenHash(Transaction tx, String hash) {
    tx.lockOrg(org.id());
    Optional<AccessToken> earlier = bootstrapToken(tx);
    if (earlier.filter(old -> old.sha256().equals(hash)).isPresent()) {
      return;
    }
    User holder =
        earlier.flatMap(old -> tx.users().find(org.id(), old.userId())).orElseGet(() -> create(tx));
    earlier.ifPresent(old -> tx.tokens().delete(old.id()));
    insertBootstrapToken(tx, holder, hash);
  }

  private Optional<AccessToken> bootstrapToken(Transaction tx) {
    return tx.users().list(org.id()).stream()
        .flatMap(user -> tx.tokens().listOf(user.id()).stream())
        .filter(token -> token.kind() == TokenKind.BOOTSTRAP)
        .findFirst();
  }

  private void insertBootstrapToken(Transaction tx, User admin, String hash) {
    tx.tokens()
        .insert(
            new AccessToken(
                context.newId(),
                org.id(),
                admin.id(),
                TokenKind.BOOTSTRAP,
                "bootstrap",
                hash,
                context.now(),
                null));
  }

  /** The member of the admin's address, made when there is none. */
  private User create(Transaction tx) {
    return tx.users().findByEmail(org.id(), email).orElseGet(() -> insert(tx));
  }

  private User insert(Transaction tx) {
    User admin =
        new User(
            context.newId(),
            org.id(),
            email,
            "",
            Role.ADMIN,
            UserStatus.ACTIVE,
            null,
            context.now());
    tx.users().insert(admin);
    return admin;
  }
}
