package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The members of the organization. */
public final class Members {
  private final ControlContext context;
  private final Org org;
  private final Admins admins;
  private final MemberChanges changes;

  /**
   * A member to add without an invite, for embedders that authenticate members themselves, as by
   * single sign-on.
   *
   * @param email case-insensitive, stored in lower case
   * @param displayName 200 characters at most; may be empty
   */
  public record Add(String email, String displayName, Role role) {
    public Add {
      Objects.requireNonNull(role);
      email = Invites.address(email);
      Sessions.requireName("display_name", displayName);
    }
  }

  /**
   * A change of a member; null leaves a property as it is.
   *
   * @param status active or disabled; {@link #remove} removes a member
   */
  public record Change(@Nullable UserStatus status, @Nullable Role role) {
    public Change {
      if (status == UserStatus.REMOVED) {
        throw ControlPlaneException.invalid("status", "must be active or disabled");
      }
    }
  }

  Members(ControlContext context, Org org, String adminEmail, Supplier<Caps> caps) {
    this.context = context;
    this.org = org;
    this.admins = new Admins(context, org, adminEmail.toLowerCase(Locale.ROOT));
    this.changes =
        new MemberChanges(
            context,
            new InstanceChanges(context),
            new DatabaseDeletion(context, new DatabaseAccess(context), caps));
  }

  /**
   * Returns the member that a bearer token belongs to.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} if the token is unknown or
   *     expired, or its member disabled
   */
  public Actor authenticate(String token) {
    return context.read(new Caller.TokenHolder(token), (tx, actor) -> actor);
  }

  /**
   * Sets the bootstrap token, with which an admin acts and which never expires. Replaces the one
   * before.
   *
   * @param token at least 32 characters
   */
  public void setBootstrapToken(String token) {
    admins.setBootstrapToken(token);
  }

  /** Returns whether the organization has no members yet. */
  public boolean isEmpty() {
    return context.read(tx -> tx.users().list(org.id()).isEmpty());
  }

  /** Returns whether an admin has a password or a token that has not expired. */
  public boolean canAdminLogIn() {
    return context.read(admins::canLogIn);
  }

  /**
   * Gives the oldest admin the token, unless an admin can log in already. Creates the admin if
   * there is none.
   *
   * @param token created by {@link Tokens#newToken()}, and stored safely before this call
   * @return whether the token is now valid
   */
  public boolean letAdminIn(String token) {
    return letAdminIn(token, null);
  }

  /**
   * Like {@link #letAdminIn(String)}, with a token that expires.
   *
   * @param life how long the token works; null if it never expires
   */
  public boolean letAdminIn(String token, @Nullable Duration life) {
    return admins.createTokenUnlessLoginExists(token, life);
  }

  /**
   * Returns whether the bootstrap token must be renewed: less than half of its lifetime is left, it
   * expires later than {@code life} from now, or it expires and is not the kept one.
   *
   * @param kept the token as its holder has it
   * @param life how long the token should work; null for its present lifetime
   */
  public boolean isBootstrapRenewalDue(String kept, @Nullable Duration life) {
    return admins.isRenewalDue(kept, life);
  }

  /**
   * Replaces the secret of the bootstrap token. The former secret works for one more day at most,
   * and tokens that were created with it stay valid.
   *
   * @param token created by {@link Tokens#newToken()}
   * @param life how long the new secret works; null for the lifetime of the former one
   * @return false if there is no bootstrap token, or it never expires and {@code life} is null
   */
  public boolean renewBootstrapToken(String token, @Nullable Duration life) {
    return admins.renew(token, life);
  }

  /**
   * Adds a member without invite and password. The member cannot log in: the program acts for it,
   * or creates tokens for it ({@link Tokens#create}). Admins only.
   *
   * @throws ControlPlaneException with {@link ErrorCode#EMAIL_REGISTERED} if a member, active or
   *     disabled, has the address
   */
  public User add(Actor actor, Add command) {
    actor.requireAdmin();
    return context.change(actor, tx -> add(tx, actor, command));
  }

  private User add(Transaction tx, Actor actor, Add command) {
    if (tx.users().findByEmail(actor.orgId(), command.email()).isPresent()) {
      throw ControlPlaneException.of(
          ErrorCode.EMAIL_REGISTERED,
          "a member with the address " + command.email() + " already exists");
    }
    User user =
        new User(
            context.newId(),
            actor.orgId(),
            command.email(),
            command.displayName(),
            command.role(),
            UserStatus.ACTIVE,
            null,
            context.now());
    tx.users().insert(user);
    context.audit(
        tx,
        actor,
        "user.added",
        "user",
        user.id(),
        Map.of("email", user.email(), "role", user.role().wireName()));
    return user;
  }

  /**
   * Returns the active member with that address, for a program that authenticates members itself.
   * Admins only.
   */
  public Optional<Actor> actor(Actor admin, String email) {
    admin.requireAdmin();
    String address = Invites.address(email);
    return context
        .read(tx -> tx.users().findByEmail(admin.orgId(), address))
        .filter(User::isActive)
        .map(User::actor);
  }

  /** Returns all members, oldest first. Admins only. */
  public List<User> list(Actor actor) {
    actor.requireAdmin();
    return context.read(tx -> tx.users().list(actor.orgId())).stream()
        .filter(user -> user.status() != UserStatus.REMOVED)
        .toList();
  }

  /** Returns a member of the organization. Admins only. */
  public User find(Actor actor, UUID id) {
    actor.requireAdmin();
    return context.read(tx -> MemberChanges.requirePresent(tx, actor, id));
  }

  /**
   * Disables or enables another member. Admins only. A disabled member's sessions, tokens and
   * pending invites end permanently; its instances are kept. Enabling a member also accepts its
   * password again if an issuer has refused its account.
   *
   * @param status active or disabled; {@link #remove} removes a member
   */
  public User changeStatus(Actor actor, UUID id, UserStatus status) {
    return change(actor, id, new Change(status, null));
  }

  /**
   * Changes another member's role from its next request on. Admins only. Pending invites by a
   * former admin are revoked.
   */
  public User changeRole(Actor actor, UUID id, Role role) {
    return change(actor, id, new Change(null, role));
  }

  /** Changes status, role or both, as {@link #changeStatus} and {@link #changeRole} do. */
  public User change(Actor actor, UUID id, Change change) {
    actor.requireAdmin();
    actor.requireUnscoped();
    return context.store().inTransaction(tx -> changes.change(tx, actor, id, change));
  }

  /**
   * Removes another member; idempotent. Deletes the member's tokens, sessions and instances, and
   * revokes pending invites to its address. The member's databases are removed at once and cannot
   * be restored. Refused while one of them is protected, or a golden needs a snapshot of one.
   * Admins only.
   */
  public void remove(Actor actor, UUID id) {
    remove(actor, id, Idempotency.none());
  }

  /** Like {@link #remove(Actor, UUID)}, once per idempotency key. */
  public void remove(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireAdmin();
    context.deleteFromAccount(
        actor, idempotency, List.of("remove", id), tx -> changes.remove(tx, actor, id));
  }

  Actor admin() {
    return admins.oldest();
  }
}
