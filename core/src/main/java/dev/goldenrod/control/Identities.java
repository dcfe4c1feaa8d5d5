package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.identity.Identity;
import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.identity.ProgramGrant;
import dev.goldenrod.identity.VerifiedIdentity;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Sign-ins of accounts that an issuer has verified, such as a company's single sign-on. An adapter
 * verifies the account, and asks the issuer again for each of {@link #due}.
 */
public final class Identities {
  /** How long a token of an identity is valid after the issuer's last confirmation. */
  private static final Duration CONFIRMATION = Duration.ofMinutes(5);

  /** The rest of a confirmation from which on the issuer is asked for the next one. */
  private static final Duration DUE = CONFIRMATION.dividedBy(2);

  private final ControlContext context;
  private final Org org;
  private final Admission admission;
  private final Tokens tokens;

  Identities(ControlContext context, Org org) {
    this.context = context;
    this.org = org;
    this.admission = new Admission(context, org);
    this.tokens = new Tokens(context);
  }

  /**
   * Begins a session for the member that the account belongs to, whom the first sign-in creates if
   * the rules allow that. The session's tokens are valid for five minutes after each confirmation.
   *
   * @param renewal what the issuer is asked with for the next confirmation; null if it cannot be
   *     asked, so that the member has to sign in again after five minutes
   * @throws ControlPlaneException with {@link ErrorCode#SIGN_IN_REFUSED} if the rules do not allow
   *     it or the member is disabled
   */
  public Session signIn(
      VerifiedIdentity verified, MembershipRules rules, @Nullable String renewal) {
    try {
      return context.store().inTransaction(tx -> signIn(tx, verified, rules, renewal));
    } catch (ControlPlaneException refused) {
      context.store().useTransaction(tx -> auditRefusal(tx, verified, refused));
      throw refused;
    }
  }

  private Session signIn(
      Transaction tx, VerifiedIdentity verified, MembershipRules rules, @Nullable String renewal) {
    tx.lockOrg(org.id());
    Identity identity =
        tx.identities()
            .find(org.id(), verified.issuer(), verified.subject())
            .orElseGet(() -> admission.admit(tx, verified, rules));
    User user =
        admission.withRole(tx, admission.requireActive(tx, identity, rules), verified, rules);
    tx.identities().update(identity.confirmed(context.now().plus(CONFIRMATION), renewal));
    return Sessions.begin(context, tx, user, identity.id());
  }

  private void auditRefusal(
      Transaction tx, VerifiedIdentity verified, ControlPlaneException refused) {
    context.audit(
        tx,
        org.id(),
        "identity.refused",
        null,
        "identity/" + verified.subject(),
        Map.of(
            "issuer",
            verified.issuer(),
            "email",
            verified.email(),
            "reason",
            String.valueOf(refused.getMessage())));
  }

  /**
   * Creates a token for a program whose identity an issuer has verified, such as a job of a build
   * server.
   *
   * @param subject the issuer's name of the program
   * @throws ControlPlaneException with {@link ErrorCode#SIGN_IN_REFUSED} if the grant's member does
   *     not exist or is disabled
   */
  public Tokens.Created exchange(String issuer, String subject, ProgramGrant grant) {
    return context.store().inTransaction(tx -> exchange(tx, issuer, subject, grant));
  }

  private Tokens.Created exchange(
      Transaction tx, String issuer, String subject, ProgramGrant grant) {
    tx.lockOrg(org.id());
    User user =
        tx.users()
            .findByEmail(org.id(), grant.member())
            .filter(User::isActive)
            .orElseThrow(
                () ->
                    ControlPlaneException.of(
                        ErrorCode.SIGN_IN_REFUSED,
                        "the member of the matching rule does not exist or is disabled"));
    context.audit(
        tx,
        user.actor(),
        "identity.exchanged",
        "user",
        user.id(),
        Map.of("issuer", issuer, "subject", subject));
    String name = Admission.shortened(subject);
    return tokens.create(
        tx, user.actor(), name, grant.life(), grant.scopes(), Optional.empty(), null);
  }

  /**
   * Returns identities of the issuer whose confirmation ends soon, and which have unexpired tokens
   * or a member who is signed in with a password.
   */
  public List<Identity> due(String issuer, int limit) {
    Instant now = context.now();
    return context.read(
        tx -> tx.identities().dueForRenewal(org.id(), issuer, now.plus(DUE), now, limit));
  }

  /**
   * Records that the issuer still confirms the account. Does nothing if the member has signed in
   * since {@code asked} was read.
   *
   * @param verified what the issuer says now; null if it repeated nothing about the account
   * @param renewal what the issuer is asked with for the next confirmation
   */
  public void confirm(
      Identity asked,
      @Nullable VerifiedIdentity verified,
      MembershipRules rules,
      @Nullable String renewal) {
    try {
      change(asked, tx -> confirm(tx, asked, verified, rules, renewal));
    } catch (ControlPlaneException refused) {
      refuse(asked);
    }
  }

  private Identity confirm(
      Transaction tx,
      Identity asked,
      @Nullable VerifiedIdentity verified,
      MembershipRules rules,
      @Nullable String renewal) {
    User user = admission.requireActive(tx, asked, rules);
    if (verified != null) {
      admission.withRole(tx, user, verified, rules);
    }
    return asked.confirmed(context.now().plus(CONFIRMATION), renewal);
  }

  /**
   * Ends the sessions of an account that the issuer no longer confirms, and those that its member
   * began with a password. The account's other tokens and the password are refused until the member
   * signs in at the issuer again; an admin who enables the member lifts the refusal of the
   * password. Does nothing if the member has signed in since {@code asked} was read.
   */
  public void refuse(Identity asked) {
    change(
        asked,
        tx -> {
          endSessions(tx, asked, token -> isOf(asked, token) || isOfPassword(token));
          return end(tx, asked, asked.refused(context.now()));
        });
  }

  /**
   * Ends the sessions of an account that the issuer can no longer be asked about; its other tokens
   * are refused until the member signs in again. Does nothing if the member has signed in since
   * {@code asked} was read.
   */
  public void end(Identity asked) {
    change(
        asked,
        tx -> {
          endSessions(tx, asked, token -> isOf(asked, token));
          return end(tx, asked, asked.ended(context.now()));
        });
  }

  private static boolean isOf(Identity identity, AccessToken token) {
    return identity.id().equals(token.identityId());
  }

  private static boolean isOfPassword(AccessToken session) {
    return session.identityId() == null && session.parentId() == null;
  }

  private static void endSessions(
      Transaction tx, Identity asked, Predicate<AccessToken> selection) {
    tx.tokens().listOf(asked.userId()).stream()
        .filter(token -> token.kind() == TokenKind.SESSION)
        .filter(selection)
        .forEach(token -> tx.tokens().delete(token.id()));
  }

  private Identity end(Transaction tx, Identity asked, Identity ended) {
    tx.users()
        .find(org.id(), asked.userId())
        .map(User::actor)
        .ifPresent(actor -> Invites.revokePendingOf(context, tx, actor, actor.userId()));
    context.audit(
        tx,
        org.id(),
        "identity.ended",
        null,
        "user/" + asked.userId(),
        Map.of("issuer", asked.issuer(), "subject", asked.subject()));
    return ended;
  }

  /** Returns whether an issuer has refused an account of the member since its last sign-in. */
  static boolean hasRefused(Transaction tx, UUID userId) {
    return tx.identities().listOf(userId).stream()
        .anyMatch(identity -> identity.refusedAt() != null);
  }

  /** Lets the member sign in with its password again, and returns whether that was refused. */
  static boolean pardon(Transaction tx, UUID userId) {
    boolean wasRefused = hasRefused(tx, userId);
    tx.identities().listOf(userId).stream()
        .map(Identity::pardoned)
        .forEach(tx.identities()::update);
    return wasRefused;
  }

  private void change(Identity asked, Function<Transaction, Identity> work) {
    context
        .store()
        .useTransaction(
            tx -> {
              tx.lockOrg(org.id());
              Optional<Identity> present =
                  tx.identities().find(org.id(), asked.issuer(), asked.subject());
              if (present.filter(asked::equals).isPresent()) {
                tx.identities().update(work.apply(tx));
              }
            });
  }
}
