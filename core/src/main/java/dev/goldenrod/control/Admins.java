package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The admins of an organization; ensures that there is one and that it can log in.
 *
 * @param email the lower-case address of an admin created here
 */
record Admins(ControlContext context, Org org, String email) {
  private static final int MIN_TOKEN_LENGTH = 32;

  /** How long the replaced secret still works, for programs that read it before the renewal. */
  private static final Duration GRACE_PERIOD = Duration.ofDays(1);

  /** Returns the oldest active admin, and creates one if there is none. */
  Actor oldest() {
    User admin =
        context
            .read(this::findOldest)
            .orElseGet(() -> context.store().inTransaction(this::findOrCreate));
    return admin.actor();
  }

  private User findOrCreate(Transaction tx) {
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

  /** Returns whether an active admin has a password or a token that has not expired. */
  boolean canLogIn(Transaction tx) {
    return active(tx).anyMatch(admin -> canLogIn(tx, admin));
  }

  private boolean canLogIn(Transaction tx, User user) {
    return user.passwordHash() != null && !Identities.hasRefused(tx, user.id())
        || tx.tokens().listOf(user.id()).stream().anyMatch(one -> one.isValidAt(context.now()));
  }

  /**
   * Gives the oldest admin the given bootstrap token, or returns false if an admin can log in.
   *
   * @param life how long the token works; null if it never expires
   */
  boolean createTokenUnlessLoginExists(String token, @Nullable Duration life) {
    return context
        .store()
        .inTransaction(tx -> createTokenUnlessLoginExists(tx, Tokens.sha256(token), life));
  }

  private boolean createTokenUnlessLoginExists(
      Transaction tx, String hash, @Nullable Duration life) {
    tx.lockOrg(org.id());
    if (canLogIn(tx)) {
      return false;
    }
    insertBootstrapToken(tx, findOldest(tx).orElseGet(() -> create(tx)), hash, life);
    return true;
  }

  /**
   * Returns whether the bootstrap token must be renewed: less than half of its lifetime is left, it
   * expires later than {@code life} from now, or it expires and is not the kept one.
   *
   * @param kept the token as its holder has it
   * @param life how long the token should work; null for its present lifetime
   */
  boolean isRenewalDue(String kept, @Nullable Duration life) {
    String hash = Tokens.sha256(kept);
    return context
        .read(tx -> bootstrapToken(tx).filter(token -> isDue(token, hash, life)))
        .isPresent();
  }

  private boolean isDue(AccessToken token, String kept, @Nullable Duration life) {
    Instant end = token.expiresAt();
    if (end == null) {
      return life != null;
    }
    Duration left = Duration.between(context.now(), end);
    return left.compareTo(life(token).dividedBy(2)) < 0
        || life != null && left.compareTo(life) > 0
        || !token.sha256().equals(kept);
  }

  private static Duration life(AccessToken token) {
    return Duration.between(token.createdAt(), Objects.requireNonNull(token.expiresAt()));
  }

  /**
   * Replaces the secret of the bootstrap token. The former secret works for one more day at most,
   * and tokens that were created with it stay valid.
   *
   * @param life how long the new secret works; null for the lifetime of the former one
   * @return false if there is no bootstrap token, or it never expires and {@code life} is null
   */
  boolean renew(String token, @Nullable Duration life) {
    return context.store().inTransaction(tx -> renew(tx, Tokens.sha256(token), life));
  }

  private boolean renew(Transaction tx, String hash, @Nullable Duration life) {
    tx.lockOrg(org.id());
    AccessToken former = bootstrapToken(tx).orElse(null);
    if (former == null || former.expiresAt() == null && life == null) {
      return false;
    }
    AccessToken renewed = former.renewed(hash, context.now(), life == null ? life(former) : life);
    tx.tokens().update(renewed);
    if (former.isValidAt(context.now())) {
      tx.tokens().insert(gracePeriodToken(former));
    }
    context.audit(
        tx,
        org.id(),
        "token.renewed",
        null,
        "token/" + renewed.id(),
        Map.of("expires_at", String.valueOf(renewed.expiresAt())));
    return true;
  }

  private AccessToken gracePeriodToken(AccessToken former) {
    Instant end = context.now().plus(GRACE_PERIOD);
    Instant its = former.expiresAt();
    return new AccessToken(
        context.newId(),
        former.orgId(),
        former.userId(),
        TokenKind.SCRIPT,
        "former bootstrap token",
        former.sha256(),
        context.now(),
        its != null && its.isBefore(end) ? its : end,
        former.id(),
        former.scopes());
  }

  /** Makes the given token an admin's bootstrap token, in place of the former bootstrap token. */
  void setBootstrapToken(String token) {
    if (token.length() < MIN_TOKEN_LENGTH) {
      throw ControlPlaneException.invalid(
          "the admin token must have at least " + MIN_TOKEN_LENGTH + " characters");
    }
    context.store().useTransaction(tx -> setBootstrapTokenHash(tx, Tokens.sha256(token)));
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
    insertBootstrapToken(tx, holder, hash, null);
  }

  private Optional<AccessToken> bootstrapToken(Transaction tx) {
    return tx.users().list(org.id()).stream()
        .flatMap(user -> tx.tokens().listOf(user.id()).stream())
        .filter(token -> token.kind() == TokenKind.BOOTSTRAP)
        .findFirst();
  }

  private void insertBootstrapToken(
      Transaction tx, User admin, String hash, @Nullable Duration life) {
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
                life == null ? null : context.now().plus(life)));
  }

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
