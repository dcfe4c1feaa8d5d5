package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.idempotency.Idempotency;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Invite;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;

/** Invitations to join the organization. */
public final class Invites {
  private static final Duration DEFAULT_LIFE = Duration.ofHours(72);
  private static final long MIN_SECONDS = 900;
  private static final long MAX_SECONDS = 2_592_000;
  private static final int MAX_EMAIL_LENGTH = 254;
  private static final Pattern MAILBOX = Pattern.compile("[^@]+@[^@]+");

  private final ControlContext context;
  private final Org org;
  private final PasswordHasher hasher;

  /** The acceptance of an invite; the display name may be empty. */
  public record Accept(String token, String password, String displayName) {
    /** Leaves out the secrets. */
    @Override
    public String toString() {
      return "Accept[" + displayName + "]";
    }
  }

  /** A new invite with its token in hex, which cannot be read again. */
  public record Created(Invite invite, String secret) {
    /** Leaves out the secret. */
    @Override
    public String toString() {
      return "Created[" + invite.email() + "]";
    }
  }

  Invites(ControlContext context, Org org, PasswordHasher hasher) {
    this.context = context;
    this.org = org;
    this.hasher = hasher;
  }

  /**
   * Invites an address; earlier invites of it stay valid. Admins only.
   *
   * @param ttlSeconds 900 to 2592000; 0 for 72 hours
   */
  public Created create(Actor actor, String email, Role role, long ttlSeconds) {
    actor.requireAdmin();
    String address = mailbox(email);
    if (ttlSeconds != 0 && (ttlSeconds < MIN_SECONDS || ttlSeconds > MAX_SECONDS)) {
      throw ControlPlaneException.invalid(
          "ttl_seconds", ttlSeconds + " must be 900 to 2592000, or 0 for 72 hours");
    }
    Duration life = ttlSeconds == 0 ? DEFAULT_LIFE : Duration.ofSeconds(ttlSeconds);
    String secret = Tokens.newInviteToken();
    Instant now = context.now();
    Invite invite =
        new Invite(
            context.newId(),
            actor.orgId(),
            address,
            role,
            Tokens.sha256(secret),
            now.plus(life),
            null,
            now,
            actor.userId());
    return context.change(actor, tx -> create(tx, actor, invite, secret));
  }

  private Created create(Transaction tx, Actor actor, Invite invite, String secret) {
    tx.invites().insert(invite);
    context.audit(
        tx,
        actor,
        "invite.created",
        "invite",
        invite.id(),
        Map.of("email", invite.email(), "role", invite.role().wireName()));
    return new Created(invite, secret);
  }

  private static String mailbox(String email) {
    String address = address(email);
    if (!MAILBOX.matcher(address).matches()) {
      throw ControlPlaneException.invalid(
          "email", "must be an address with one @, such as ann@example.com");
    }
    return address;
  }

  /** Returns the normalized address. */
  static String address(String email) {
    String address = email.strip().toLowerCase(Locale.ROOT);
    boolean odd =
        address.chars().anyMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c));
    if (address.isEmpty() || address.length() > MAX_EMAIL_LENGTH || odd) {
      throw ControlPlaneException.invalid("email", "must be an address of at most 254 characters");
    }
    return address;
  }

  /** Returns all invites, pending and accepted, oldest first. Admins only. */
  public List<Invite> list(Actor actor) {
    actor.requireAdmin();
    return context.read(tx -> tx.invites().list(actor.orgId()));
  }

  /** Revokes a pending invite; does nothing if it was accepted. Admins only. */
  public void revoke(Actor actor, UUID id) {
    revoke(actor, id, Idempotency.none());
  }

  /** Like {@link #revoke(Actor, UUID)}, once per idempotency key. */
  public void revoke(Actor actor, UUID id, Idempotency<Boolean> idempotency) {
    actor.requireAdmin();
    context.delete(actor, idempotency, List.of("revoke", id), tx -> revoke(tx, actor, id));
  }

  private List<UUID> revoke(Transaction tx, Actor actor, UUID id) {
    Invite invite =
        tx.invites()
            .find(actor.orgId(), id)
            .orElseThrow(() -> ControlPlaneException.notFound("invite", id));
    if (!invite.isAccepted()) {
      revoke(context, tx, actor, invite);
    }
    return List.of();
  }

  /** Revokes the pending invites that the member created. */
  static void revokePendingOf(ControlContext context, Transaction tx, Actor actor, UUID id) {
    tx.invites().pendingOf(actor.orgId(), id).forEach(invite -> revoke(context, tx, actor, invite));
  }

  static void revoke(ControlContext context, Transaction tx, Actor actor, Invite pending) {
    tx.invites().delete(pending.orgId(), pending.id());
    context.audit(
        tx, actor, "invite.revoked", "invite", pending.id(), Map.of("email", pending.email()));
  }

  /**
   * Returns the pending invite of a token, without a check of permissions.
   *
   * @throws ControlPlaneException if there is none, or it was accepted or has expired
   */
  public Invite pending(String token) {
    String hash = Tokens.sha256(token);
    return context.read(tx -> requirePending(tx, hash));
  }

  /** Creates a member for the holder of the invite's token, and logs it in. */
  public Session accept(Accept command) {
    PasswordHasher.requireStrong(command.password());
    Sessions.requireName("display_name", command.displayName());
    String hash = Tokens.sha256(command.token());
    context.store().useTransaction(tx -> requirePending(tx, hash));
    String passwordHash = hasher.hash(command.password());
    return context
        .store()
        .inTransaction(tx -> accept(tx, hash, passwordHash, command.displayName()));
  }

  private Session accept(Transaction tx, String hash, String passwordHash, String displayName) {
    tx.lockOrg(org.id());
    Invite invite = requirePending(tx, hash);
    Instant now = context.now();
    User user =
        new User(
            context.newId(),
            org.id(),
            invite.email(),
            displayName,
            invite.role(),
            UserStatus.ACTIVE,
            passwordHash,
            now);
    tx.users().insert(user);
    tx.invites().update(invite.accepted(now));
    Actor actor = user.actor();
    context.audit(
        tx,
        actor,
        "invite.accepted",
        "invite",
        invite.id(),
        Map.of("email", invite.email(), "user", user.id().toString()));
    return Sessions.begin(context, tx, user);
  }

  private Invite requirePending(Transaction tx, String hash) {
    Invite invite =
        tx.invites()
            .findByHash(hash)
            .orElseThrow(() -> ControlPlaneException.of(ErrorCode.NOT_FOUND, "no such invite"));
    if (invite.isAccepted()) {
      throw ControlPlaneException.of(ErrorCode.INVITE_ACCEPTED, "invite already accepted");
    }
    if (invite.isExpiredAt(context.now())) {
      throw ControlPlaneException.of(ErrorCode.INVITE_EXPIRED, "invite expired");
    }
    if (tx.users().findByEmail(org.id(), invite.email()).isPresent()) {
      throw ControlPlaneException.of(ErrorCode.EMAIL_REGISTERED, "email already registered");
    }
    return invite;
  }
}
