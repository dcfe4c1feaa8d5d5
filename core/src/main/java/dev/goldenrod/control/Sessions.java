package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.TokenOwner;
import dev.goldenrod.member.User;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Logins, and changes of a member's own account. */
public final class Sessions {
  private static final Duration LENGTH = Duration.ofHours(12);
  private static final int MAX_NAME_LENGTH = 200;

  private final ControlContext context;
  private final Org org;
  private final PasswordHasher hasher;
  private final LoginAttempts attempts;
  private final SignInCodes codes;
  private final ProfileChanges profiles;
  private final KeyedCommands<Boolean> keyed;

  /** A change of the member's own account; null leaves a property as it is. */
  public record ChangeProfile(
      @Nullable String displayName, @Nullable String password, @Nullable String currentPassword) {
    /** Leaves out the passwords. */
    @Override
    public String toString() {
      return "ChangeProfile[" + displayName + "]";
    }
  }

  /** A code that can be exchanged once for a session, for links into a browser. */
  public record SignInCode(String code, Instant expiresAt) {
    /** Leaves out the code. */
    @Override
    public String toString() {
      return "SignInCode[until " + expiresAt + "]";
    }
  }

  Sessions(ControlContext context, Org org, PasswordHasher hasher) {
    this.context = context;
    this.org = org;
    this.hasher = hasher;
    this.attempts = new LoginAttempts(context, org);
    this.codes = new SignInCodes(context, org);
    this.profiles = new ProfileChanges(context, org, hasher, attempts);
    this.keyed =
        new KeyedCommands<>(
            context.idempotencyKeys(),
            String::valueOf,
            (actor, ended) -> Boolean.parseBoolean(ended));
  }

  /**
   * Logs a member in for twelve hours.
   *
   * @throws ControlPlaneException with {@link ErrorCode#INVALID_CREDENTIALS}, after the same time,
   *     for an unknown address, a wrong password, a disabled member or one whose account an issuer
   *     has refused since its last sign-in there; with {@link ErrorCode#TOO_MANY_ATTEMPTS} if too
   *     many attempts failed for the address, or too many wait
   */
  public Session login(String email, String password) {
    String address = email.toLowerCase(Locale.ROOT);
    Optional<User> found = context.read(tx -> candidate(tx, address));
    boolean matches = hasher.matches(password, found.map(User::passwordHash).orElse(null));
    Optional<User> checked = found.filter(user -> matches);
    return context
        .store()
        .inTransaction(tx -> completeLogin(tx, address, checked))
        .orElseThrow(Sessions::invalidCredentials);
  }

  private Optional<User> candidate(Transaction tx, String address) {
    attempts.requireAllowed(tx, address);
    return tx.users().findByEmail(org.id(), address);
  }

  /**
   * Repeats the checks: during the hashing, the member may have been disabled, or concurrent
   * attempts may have exceeded the limit.
   */
  private Optional<Session> completeLogin(Transaction tx, String address, Optional<User> checked) {
    tx.lockOrg(org.id());
    attempts.requireAllowed(tx, address);
    Optional<Session> session =
        checked.flatMap(user -> admitted(tx, user)).map(user -> begin(context, tx, user));
    if (session.isEmpty()) {
      attempts.recordFailure(tx, address, null);
    }
    return session;
  }

  /** Returns the member as it is now, unless it may no longer sign in with that password. */
  private static Optional<User> admitted(Transaction tx, User checked) {
    return tx.users()
        .find(checked.orgId(), checked.id())
        .filter(User::isActive)
        .filter(user -> Objects.equals(user.passwordHash(), checked.passwordHash()))
        .filter(user -> !Identities.hasRefused(tx, user.id()));
  }

  private static ControlPlaneException invalidCredentials() {
    return ControlPlaneException.of(ErrorCode.INVALID_CREDENTIALS, "invalid credentials");
  }

  /**
   * Creates a code for {@link #signIn}, which is valid for ten minutes. Its session ends with the
   * token that the code was created with, or with the one that such a session itself ends with.
   *
   * @param token the actor's bearer token; empty for none
   */
  public SignInCode createCode(Actor actor, String token) {
    return codes.create(actor, token);
  }

  /**
   * Returns the member whom a code signs in; the code stays valid.
   *
   * @throws ControlPlaneException as {@link #signIn} does
   */
  public User memberOf(String code) {
    return codes.memberOf(code).orElseThrow(Sessions::invalidCredentials);
  }

  /**
   * Exchanges a code for a session of twelve hours.
   *
   * @throws ControlPlaneException with {@link ErrorCode#INVALID_CREDENTIALS} if the code is
   *     unknown, used or expired, or its member is disabled
   */
  public Session signIn(String code) {
    return codes.exchange(code).orElseThrow(Sessions::invalidCredentials);
  }

  /**
   * Returns the member whose session the token belongs to, with the token's permissions.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} if the token is unknown,
   *     expired or not that of a session, or its member disabled
   */
  public TokenOwner authenticate(String token) {
    String hash = Tokens.sha256(token);
    return context
        .read(tx -> owner(tx, hash))
        .orElseThrow(
            () -> ControlPlaneException.of(ErrorCode.UNAUTHORIZED, "the session is not valid"));
  }

  private Optional<TokenOwner> owner(Transaction tx, String hash) {
    return tx.tokens()
        .findByHash(hash)
        .filter(token -> token.kind() == TokenKind.SESSION)
        .flatMap(session -> tx.users().findByToken(hash, context.now()))
        .filter(owner -> owner.user().isActive());
  }

  static Session begin(ControlContext context, Transaction tx, User user) {
    return begin(context, tx, user, Optional.empty(), null);
  }

  /** Begins a session that is valid only while the issuer confirms the identity. */
  static Session begin(ControlContext context, Transaction tx, User user, UUID identityId) {
    return begin(context, tx, user, Optional.empty(), identityId);
  }

  /**
   * Begins a session.
   *
   * @param creator the token that the session ends with
   * @param identityId the account that the issuer has to confirm; null for none
   */
  static Session begin(
      ControlContext context,
      Transaction tx,
      User user,
      Optional<AccessToken> creator,
      @Nullable UUID identityId) {
    Instant now = context.now();
    tx.tokens().listOf(user.id()).stream()
        .filter(token -> token.kind() == TokenKind.SESSION && !token.isValidAt(now))
        .forEach(token -> tx.tokens().delete(token.id()));
    String secret = Tokens.newToken();
    Instant end = now.plus(LENGTH);
    Actor actor = user.actor();
    AccessToken session =
        NewToken.session(Tokens.sha256(secret), end, creator, identityId)
            .insert(context, tx, actor);
    context.audit(tx, actor, "session.began", "user", user.id(), Map.of());
    return new Session(secret, Objects.requireNonNull(session.expiresAt()), user);
  }

  /**
   * Ends the token's session; tokens of other kinds stay valid.
   *
   * @return whether the token belonged to a session
   */
  public boolean logout(Actor actor, String token) {
    return logout(actor, token, Idempotency.none());
  }

  /** Like {@link #logout(Actor, String)}, once per idempotency key. */
  public boolean logout(Actor actor, String token, Idempotency<Boolean> idempotency) {
    String hash = Tokens.sha256(token);
    return keyed.once(
        actor,
        idempotency,
        List.of("logout", hash),
        key -> context.changeAccount(actor, key, tx -> logout(tx, actor, hash)));
  }

  private boolean logout(Transaction tx, Actor actor, String hash) {
    Optional<AccessToken> session =
        tx.tokens()
            .findByHash(hash)
            .filter(found -> found.kind() == TokenKind.SESSION)
            .filter(found -> found.userId().equals(actor.userId()));
    session.ifPresent(found -> end(context, tx, actor, found));
    return session.isPresent();
  }

  static void end(ControlContext context, Transaction tx, Actor actor, AccessToken token) {
    tx.tokens().delete(token.id());
    context.audit(tx, actor, "session.ended", "user", actor.userId(), Map.of());
  }

  /** Returns the actor's account. */
  public User me(Actor actor) {
    return context.read(tx -> ControlContext.requireActive(tx, actor));
  }

  /** Like {@link #changeProfile(Actor, ChangeProfile, String)}, without a token. */
  public User changeProfile(Actor actor, ChangeProfile change) {
    return changeProfile(actor, change, "");
  }

  /**
   * Changes the actor's name or password. A new password requires the present one, if there is one,
   * and ends the actor's other sessions.
   *
   * @param token the actor's bearer token; empty for none
   * @throws ControlPlaneException with {@link ErrorCode#INVALID_INPUT} for a weak password or a
   *     wrong current one; with {@link ErrorCode#FORBIDDEN} for the account's first password if the
   *     token is for scripts, a session that one of those began, or from a sign-in at an issuer:
   *     its holder would keep access after the token's end
   */
  public User changeProfile(Actor actor, ChangeProfile change, String token) {
    return profiles.change(actor, change, token);
  }

  static void requireName(String what, String name) {
    if (name.length() > MAX_NAME_LENGTH) {
      throw ControlPlaneException.invalid(
          what, "must have at most " + MAX_NAME_LENGTH + " characters");
    }
  }
}
