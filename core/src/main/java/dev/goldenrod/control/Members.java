package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Members and the tokens they act with. */
public final class Members {
  private static final int MIN_TOKEN_LENGTH = 32;

  private final ControlContext context;
  private final Org org;

  Members(ControlContext context, Org org) {
    this.context = context;
    this.org = org;
  }

  /**
   * The member that a bearer token stands for.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} when the token is unknown or
   *     expired, or its member disabled
   */
  public Actor authenticate(String token) {
    String hash = TokenHash.sha256(token);
    return context
        .store()
        .inTransaction(tx -> authenticate(tx, hash))
        .orElseThrow(
            () -> ControlPlaneException.of(ErrorCode.UNAUTHORIZED, "the token is not valid"));
  }

  private Optional<Actor> authenticate(Transaction tx, String hash) {
    return tx.tokens()
        .findByHash(hash)
        .filter(token -> token.isValidAt(context.now()))
        .flatMap(token -> tx.users().find(token.orgId(), token.userId()))
        .filter(User::isActive)
        .map(Members::actor);
  }

  /**
   * Sees to it that the first organisation has an admin with a token that does not expire.
   *
   * @param given the token to use, replacing an earlier one; null keeps the earlier one, and
   *     generates one when there is none
   * @return the token that was generated; empty when none was
   */
  public Optional<String> bootstrapAdmin(String email, @Nullable String given) {
    if (given != null && given.length() < MIN_TOKEN_LENGTH) {
      throw ControlPlaneException.invalid(
          "the admin token must have at least " + MIN_TOKEN_LENGTH + " characters");
    }
    return context.store().inTransaction(tx -> bootstrapAdmin(tx, email, given));
  }

  private Optional<String> bootstrapAdmin(Transaction tx, String email, @Nullable String given) {
    tx.quotas().lock(org.id());
    Optional<AccessToken> earlier = bootstrapToken(tx);
    if (earlier.isPresent() && given == null) {
      return Optional.empty();
    }
    String token = given == null ? TokenHash.newToken() : given;
    String hash = TokenHash.sha256(token);
    if (earlier.isPresent() && earlier.get().sha256().equals(hash)) {
      return Optional.empty();
    }
    User admin =
        earlier
            .flatMap(old -> tx.users().find(org.id(), old.userId()))
            .orElseGet(() -> createAdmin(tx, email));
    earlier.ifPresent(old -> tx.tokens().delete(old.id()));
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
    return given == null ? Optional.of(token) : Optional.empty();
  }

  private Optional<AccessToken> bootstrapToken(Transaction tx) {
    return tx.users().list(org.id()).stream()
        .flatMap(user -> tx.tokens().listOf(user.id()).stream())
        .filter(token -> token.kind() == TokenKind.BOOTSTRAP)
        .findFirst();
  }

  private User createAdmin(Transaction tx, String email) {
    String address = email.toLowerCase(Locale.ROOT);
    Optional<User> existing = tx.users().findByEmail(org.id(), address);
    if (existing.isPresent()) {
      return existing.get();
    }
    User admin =
        new User(
            context.newId(),
            org.id(),
            address,
            "",
            Role.ADMIN,
            UserStatus.ACTIVE,
            null,
            context.now());
    tx.users().insert(admin);
    return admin;
  }

  /** The oldest active admin: on whose behalf an embedder acts that has no members of its own. */
  public Actor admin() {
    List<User> users = context.store().inTransaction(tx -> tx.users().list(org.id()));
    return users.stream()
        .filter(user -> user.isActive() && user.role() == Role.ADMIN)
        .findFirst()
        .map(Members::actor)
        .orElseThrow(() -> ControlPlaneException.notFound("admin of", org.name()));
  }

  private static Actor actor(User user) {
    return new Actor(user.id(), user.orgId(), user.role());
  }
}
