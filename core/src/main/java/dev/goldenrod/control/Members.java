package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.control.database.DatabaseAccess;
import dev.goldenrod.control.database.DatabaseDeletion;
import dev.goldenrod.control.identity.Admins;
import dev.goldenrod.control.instance.InstanceAccess;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.quota.Caps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Members and the tokens they act with. */
public final class Members {
  private final ControlContext context;
  private final InstanceAccess instances;
  private final Org org;
  private final Admins admins;
  private final DatabaseDeletion databaseDeletion;

  /**
   * A member to add whom the program that embeds Goldenrod lets in itself, as by single sign-on.
   *
   * @param email compared without case, and kept in lower case
   * @param displayName 200 characters at most; may be empty
   */
  public record Add(String email, String displayName, Role role) {
    /** Refuses what is no address, and a name that is too long. */
    public Add {
      Objects.requireNonNull(role);
      email = Invites.address(email);
      Sessions.requireName("display_name", displayName);
    }
  }

  /**
   * @param adminEmail the address of an admin that is made here
   */
  /**
   * What of a member is to be another; null is what stays.
   *
   * @param status active or disabled; {@link #remove} removes a member
   */
  public record Change(@Nullable UserStatus status, @Nullable Role role) {
    /** Refuses a status that removal alone leads to. */
    public Change {
      if (status == UserStatus.REMOVED) {
        throw ControlPlaneException.invalid("status", "must be active or disabled");
      }
    }
  }

  Members(ControlContext context, Org org, String adminEmail, Supplier<Caps> caps) {
    this.context = context;
    this.instances = new InstanceAccess(context);
    this.org = org;
    this.admins = new Admins(context, org, adminEmail.toLowerCase(Locale.ROOT));
    this.databaseDeletion = new DatabaseDeletion(context, new DatabaseAccess(context), caps);
  }

  /**
   * The member that a bearer token stands for.
   *
   * @throws ControlPlaneException with {@link ErrorCode#UNAUTHORIZED} when the token is unknown or
   *     expired, or its member disabled
   */
  public Actor authenticate(String token) {
    return context.read(new Caller.TokenHolder(token), (tx, actor) -> actor);
  }

  /**
   * Ensures that the organisation has an admin with that token, which does not expire and replaces
   * an earlier one of its kind.
   *
   * @param token at least 32 characters
   */
  public void setBootstrapToken(String token) {
    admins.setBootstrapToken(token);
  }

  /** Whether the organisation has no member yet. */
  public boolean isEmpty() {
    return context.store().inTransaction(tx -> tx.users().list(org.id()).isEmpty());
  }

  /** Whether an admin has a way in: a password, or a token that has not run out. */
  public boolean canAdminLogIn() {
    return context.store().inTransaction(admins::canLogIn);
  }

  /**
   * Lets the oldest admin in with that token, unless an admin can log in already; makes the admin
   * when there is none.
   *
   * @param token made by {@link Tokens#newToken()}, and kept somewhere safe before this call
   * @return whether the token counts now
   */
  public boolean letAdminIn(String token) {
    return letAdminIn(token, null);
  }

  /**
   * The same with a token that expires.
   *
   * @param life how long the token works; null for without end
   */
  public boolean letAdminIn(String token, @Nullable Duration life) {
    return admins.letIn(token, life);
  }

  /**
   * Whether the bootstrap token has to be renewed: less than half of its time is left, it ends
   * later than it should, or it has an end and is not the one that is kept.
   *
   * @param kept the token as its holder has it
   * @param life how long it should work; null for as long as it was made for
   */
  public boolean isBootstrapRenewalDue(String kept, @Nullable Duration life) {
    return admins.isRenewalDue(kept, life);
  }

  /**
   * Replaces the secret of the bootstrap token. The former one works for a day more, and tokens
   * that were made with it go on.
   *
   * @param token made by {@link Tokens#newToken()}
   * @param life how long it works; null for as long as the former one was made for
   * @return false when there is no bootstrap token, or one without end and no other life is given
   */
  public boolean renewBootstrapToken(String token, @Nullable Duration life) {
    return admins.renew(token, life);
  }

  /**
   * Adds a member at once, without invite and password. It cannot log in: the program acts as it,
   * or makes it tokens ({@link Tokens#create}). Admins only.
   *
   * @throws ControlPlaneException with {@link ErrorCode#EMAIL_REGISTERED} when a member, who may be
   *     disabled, has the address
   */
  public User add(Actor actor, Add command) {
    actor.requireAdmin();
    return context.change(actor, tx -> add(tx, actor, command));
  }

  private User add(Transaction tx, Actor actor, Add command) {
    if (tx.users().findByEmail(actor.orgId(), command.email()).isPresent()) {
      throw ControlPlaneException.of(
          ErrorCode.EMAIL_REGISTERED, "a member has the address " + command.email() + " already");
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
   * The member of that address, for a program that knows from elsewhere that it is the one; empty
   * when there is none who is active. Admins only.
   */
  public Optional<Actor> actor(Actor admin, String email) {
    admin.requireAdmin();
    String address = Invites.address(email);
    return context
        .store()
        .inTransaction(tx -> tx.users().findByEmail(admin.orgId(), address))
        .filter(User::isActive)
        .map(User::actor);
  }

  /** All members, oldest first. Admins only. */
  public List<User> list(Actor actor) {
    actor.requireAdmin();
    return context.store().inTransaction(tx -> tx.users().list(actor.orgId())).stream()
        .filter(user -> user.status() != UserStatus.REMOVED)
        .toList();
  }

  /** A member of the organisation. Admins only. */
  public User find(Actor actor, UUID id) {
    actor.requireAdmin();
    return context.store().inTransaction(tx -> requirePresent(tx, actor, id));
  }

  /**
   * Disables or enables another member. Admins only. A disabled member's sessions, tokens and
   * pending invites end for good; its instances are untouched.
   *
   * @param status active or disabled; {@link #remove} removes a member
   */
  public User changeStatus(Actor actor, UUID id, UserStatus status) {
    return change(actor, id, new Change(status, null));
  }

  /**
   * Gives another member another role, from its next request on. Admins only. Invites that a former
   * admin made and nobody accepted are revoked.
   */
  public User changeRole(Actor actor, UUID id, Role role) {
    return change(actor, id, new Change(null, role));
  }

  /** Changes status, role or both, as {@link #changeStatus} and {@link #changeRole} do. */
  public User change(Actor actor, UUID id, Change change) {
    actor.requireAdmin();
    actor.requireUnscoped();
    return context.store().inTransaction(tx -> change(tx, actor, id, change));
  }

  private User change(Transaction tx, Actor actor, UUID id, Change change) {
    tx.lockOrg(actor.orgId());
    User user = requirePresent(tx, actor, id);
    if (change.status() != null) {
      user = changeStatus(tx, actor, id, change.status());
    }
    return change.role() == null ? user : changeRole(tx, actor, id, change.role());
  }

  private User changeRole(Transaction tx, Actor actor, UUID id, Role wanted) {
    User user = requirePresent(tx, actor, id);
    requireAnother(actor, id);
    requireStillAdmin(tx, actor);
    if (user.role() == wanted) {
      return user;
    }
    User changed = user.withRole(wanted);
    tx.users().update(changed);
    if (user.role() == Role.ADMIN) {
      revokeInvites(tx, actor, id);
    }
    context.audit(
        tx,
        actor,
        "user.role.changed",
        "user",
        id,
        Map.of("email", user.email(), "role", wanted.wireName(), "was", user.role().wireName()));
    return changed;
  }

  private User changeStatus(Transaction tx, Actor actor, UUID id, UserStatus wanted) {
    User user = requirePresent(tx, actor, id);
    requireAnother(actor, id);
    requireStillAdmin(tx, actor);
    if (user.status() == wanted) {
      return user;
    }
    User changed = user.withStatus(wanted);
    tx.users().update(changed);
    if (wanted == UserStatus.DISABLED) {
      endAccess(tx, actor, id);
    }
    String action = wanted == UserStatus.DISABLED ? "user.disabled" : "user.enabled";
    context.audit(tx, actor, action, "user", id, Map.of("email", user.email()));
    return changed;
  }

  /**
   * Removes another member: its access ends at once, also that by other invites of its address, its
   * instances are deleted, its databases deleted. Admins only; repeating it changes nothing.
   * Refused while one of them is protected.
   */
  public void remove(Actor actor, UUID id) {
    remove(actor, id, Idempotency.none());
  }

  /** Like the method above, with one effect for all calls that have the same idempotency key. */
  public void remove(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireAdmin();
    context.deleteOfAccount(actor, idempotency, List.of("remove", id), tx -> remove(tx, actor, id));
  }

  private List<UUID> remove(Transaction tx, Actor actor, UUID id) {
    User user =
        tx.users()
            .find(actor.orgId(), id)
            .orElseThrow(() -> ControlPlaneException.notFound("user", id));
    requireAnother(actor, id);
    requireStillAdmin(tx, actor);
    if (user.status() == UserStatus.REMOVED) {
      return List.of();
    }
    tx.users().update(user.removed());
    endAccess(tx, actor, id);
    tx.invites()
        .pendingTo(actor.orgId(), user.email())
        .forEach(invite -> Invites.revoke(context, tx, actor, invite));
    context.audit(tx, actor, "user.removed", "user", id, Map.of("email", user.email()));
    List<Instance> owned =
        tx.instances().listOwnedBy(actor.orgId(), id).stream()
            .map(instance -> tx.instances().lock(actor.orgId(), instance.id()))
            .flatMap(Optional::stream)
            .filter(instance -> instance.phase() != InstancePhase.TERMINATING)
            .toList();
    owned.forEach(instance -> instances.delete(tx, actor, instance));
    List<UUID> changed = new ArrayList<>(owned.stream().map(Instance::id).toList());
    changed.addAll(databaseDeletion.removeOwnedBy(tx, actor, id));
    return changed;
  }

  /** Nothing that the member holds, or gave to others, lets anybody in any more. */
  private void endAccess(Transaction tx, Actor actor, UUID id) {
    for (TokenKind kind : TokenKind.values()) {
      tx.tokens().deleteOf(id, kind);
    }
    revokeInvites(tx, actor, id);
  }

  private void revokeInvites(Transaction tx, Actor actor, UUID id) {
    tx.invites()
        .pendingOf(actor.orgId(), id)
        .forEach(invite -> Invites.revoke(context, tx, actor, invite));
  }

  private static User requirePresent(Transaction tx, Actor actor, UUID id) {
    return tx.users()
        .find(actor.orgId(), id)
        .filter(user -> user.status() != UserStatus.REMOVED)
        .orElseThrow(() -> ControlPlaneException.notFound("user", id));
  }

  private static void requireAnother(Actor actor, UUID id) {
    if (actor.userId().equals(id)) {
      throw ControlPlaneException.invalid("you cannot change or remove yourself");
    }
  }

  /** Two admins who remove each other at once must not both succeed. */
  private static void requireStillAdmin(Transaction tx, Actor actor) {
    boolean stillAdmin =
        tx.users()
            .find(actor.orgId(), actor.userId())
            .filter(user -> user.isActive() && user.role() == Role.ADMIN)
            .isPresent();
    if (!stillAdmin) {
      throw ControlPlaneException.of(ErrorCode.FORBIDDEN, "you are no active admin any more");
    }
  }

  /** The oldest active admin, made when there is none. */
  Actor admin() {
    return admins.oldest();
  }
}
