package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Caller;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Members and the tokens they act with. */
public final class Members {
  private static final int MIN_TOKEN_LENGTH = 32;

  private final ControlContext context;
  private final Org org;
  private final String adminEmail;
  private final DatabaseDeletion databaseDeletion;

  /**
   * @param adminEmail the address of an admin that is made here
   */
  Members(ControlContext context, Org org, String adminEmail) {
    this.context = context;
    this.org = org;
    this.adminEmail = adminEmail.toLowerCase(Locale.ROOT);
    this.databaseDeletion = new DatabaseDeletion(context, new DatabaseAccess(context));
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
    if (token.length() < MIN_TOKEN_LENGTH) {
      throw ControlPlaneException.invalid(
          "the admin token must have at least " + MIN_TOKEN_LENGTH + " characters");
    }
    context.store().useTransaction(tx -> setBootstrapToken(tx, Tokens.sha256(token)));
  }

  private void setBootstrapToken(Transaction tx, String hash) {
    tx.lockOrg(org.id());
    Optional<AccessToken> earlier = bootstrapToken(tx);
    if (earlier.filter(old -> old.sha256().equals(hash)).isPresent()) {
      return;
    }
    User holder =
        earlier
            .flatMap(old -> tx.users().find(org.id(), old.userId()))
            .orElseGet(() -> createAdmin(tx));
    earlier.ifPresent(old -> tx.tokens().delete(old.id()));
    insertBootstrapToken(tx, holder, hash);
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

  /** Whether the organisation has no member yet. */
  public boolean isEmpty() {
    return context.store().inTransaction(tx -> tx.users().list(org.id()).isEmpty());
  }

  /**
   * Makes the organisation's first admin with that token, unless it has a member already.
   *
   * @param token made by {@link Tokens#newToken()}, and kept somewhere safe before this call
   * @return whether the admin was made
   */
  public boolean createFirstAdmin(String token) {
    return context
        .store()
        .inTransaction(
            tx -> {
              tx.lockOrg(org.id());
              if (!tx.users().list(org.id()).isEmpty()) {
                return false;
              }
              insertBootstrapToken(tx, createAdmin(tx), Tokens.sha256(token));
              return true;
            });
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
    actor.requireAdmin();
    if (status == UserStatus.REMOVED) {
      throw ControlPlaneException.invalid("status", "must be active or disabled");
    }
    return context.store().inTransaction(tx -> changeStatus(tx, actor, id, status));
  }

  private User changeStatus(Transaction tx, Actor actor, UUID id, UserStatus wanted) {
    tx.lockOrg(actor.orgId());
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
   * Removes another member: its access ends at once, its instances are destroyed, its databases
   * deleted. Admins only; repeating it changes nothing.
   */
  public void remove(Actor actor, UUID id) {
    actor.requireAdmin();
    context.store().inTransaction(tx -> remove(tx, actor, id)).forEach(context.loop()::enqueue);
  }

  private List<UUID> remove(Transaction tx, Actor actor, UUID id) {
    tx.lockOrg(actor.orgId());
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
    context.audit(tx, actor, "user.removed", "user", id, Map.of("email", user.email()));
    List<Instance> owned =
        tx.instances().listOwnedBy(actor.orgId(), id).stream()
            .map(instance -> tx.instances().lock(actor.orgId(), instance.id()))
            .flatMap(Optional::stream)
            .filter(instance -> instance.phase() != InstancePhase.TERMINATING)
            .toList();
    owned.forEach(instance -> Instances.destroy(context, tx, actor, instance));
    List<UUID> changed = new ArrayList<>(owned.stream().map(Instance::id).toList());
    changed.addAll(databaseDeletion.deleteOwnedBy(tx, actor, id));
    return changed;
  }

  /** Nothing that the member holds, or gave to others, lets anybody in any more. */
  private void endAccess(Transaction tx, Actor actor, UUID id) {
    for (TokenKind kind : TokenKind.values()) {
      tx.tokens().deleteOf(id, kind);
    }
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
      throw ControlPlaneException.invalid("you cannot disable or remove yourself");
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

  private Optional<AccessToken> bootstrapToken(Transaction tx) {
    return tx.users().list(org.id()).stream()
        .flatMap(user -> tx.tokens().listOf(user.id()).stream())
        .filter(token -> token.kind() == TokenKind.BOOTSTRAP)
        .findFirst();
  }

  /** The member of the admin's address, made when there is none. */
  private User createAdmin(Transaction tx) {
    return tx.users().findByEmail(org.id(), adminEmail).orElseGet(() -> insertAdmin(tx));
  }

  private User insertAdmin(Transaction tx) {
    User admin =
        new User(
            context.newId(),
            org.id(),
            adminEmail,
            "",
            Role.ADMIN,
            UserStatus.ACTIVE,
            null,
            context.now());
    tx.users().insert(admin);
    return admin;
  }

  /** The oldest active admin, made when there is none. */
  Actor admin() {
    User admin =
        context
            .store()
            .inTransaction(this::oldestAdmin)
            .orElseGet(() -> context.store().inTransaction(this::requireAdmin));
    return new Actor(admin.id(), admin.orgId(), admin.role());
  }

  private User requireAdmin(Transaction tx) {
    tx.lockOrg(org.id());
    return oldestAdmin(tx).orElseGet(() -> createAdmin(tx));
  }

  private Optional<User> oldestAdmin(Transaction tx) {
    return tx.users().list(org.id()).stream()
        .filter(user -> user.isActive() && user.role() == Role.ADMIN)
        .findFirst();
  }
}
