package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.identity.Identity;
import dev.goldenrod.identity.MembershipRules;
import dev.goldenrod.identity.VerifiedIdentity;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Org;
import dev.goldenrod.member.Role;
import dev.goldenrod.member.User;
import dev.goldenrod.member.UserStatus;
import dev.goldenrod.port.Transaction;
import java.util.Map;

/** Applies the rules of membership to verified accounts, within a transaction of the caller. */
record Admission(ControlContext context, Org org) {
  private static final int MAX_NAME_LENGTH = 200;

  /** Returns the identity of an account that signs in for the first time. */
  Identity admit(Transaction tx, VerifiedIdentity verified, MembershipRules rules) {
    requireAddress(verified, rules);
    User user =
        tx.users()
            .findByEmail(org.id(), verified.email())
            .map(member -> requireLinkable(tx, member, verified, rules))
            .orElseGet(() -> create(tx, verified, rules));
    Identity identity =
        new Identity(
            context.newId(),
            org.id(),
            user.id(),
            verified.issuer(),
            verified.subject(),
            null,
            context.now(),
            null,
            context.now());
    tx.identities().insert(identity);
    context.audit(
        tx,
        user.actor(),
        "identity.linked",
        "user",
        user.id(),
        Map.of("issuer", verified.issuer(), "subject", verified.subject()));
    return identity;
  }

  /** An address that the account does not own could be that of another person. */
  private static void requireAddress(VerifiedIdentity verified, MembershipRules rules) {
    if (verified.email().isEmpty()) {
      throw refusal(
          "the issuer tells no e-mail address of your account in plain ASCII, as in ann@example.com",
          rules);
    }
    if (!verified.isEmailVerified()) {
      throw refusal(
          "the issuer has not verified that %s is your address".formatted(verified.email()), rules);
    }
  }

  private User requireLinkable(
      Transaction tx, User member, VerifiedIdentity verified, MembershipRules rules) {
    if (!rules.linksMembers()) {
      throw refusal(
          "the member with the address %s signs in with a password".formatted(member.email()),
          rules);
    }
    boolean hasOther =
        tx.identities().listOf(member.id()).stream()
            .anyMatch(identity -> identity.issuer().equals(verified.issuer()));
    if (hasOther) {
      throw refusal(
          "the member %s belongs to another account of the issuer".formatted(member.email()),
          rules);
    }
    return member;
  }

  private User create(Transaction tx, VerifiedIdentity verified, MembershipRules rules) {
    if (!rules.admits(verified)) {
      throw refusal("no member has the address " + verified.email(), rules);
    }
    Role role = requireRole(verified, rules);
    User user =
        new User(
            context.newId(),
            org.id(),
            Invites.address(verified.email()),
            shortened(verified.name()),
            role,
            UserStatus.ACTIVE,
            null,
            context.now());
    tx.users().insert(user);
    context.audit(
        tx,
        user.actor(),
        "user.added",
        "user",
        user.id(),
        Map.of("email", user.email(), "role", role.wireName(), "issuer", verified.issuer()));
    return user;
  }

  /** Returns the name, cut to the longest that is stored, between two characters. */
  static String shortened(String name) {
    if (name.length() <= MAX_NAME_LENGTH) {
      return name;
    }
    boolean splitsPair = Character.isHighSurrogate(name.charAt(MAX_NAME_LENGTH - 1));
    return name.substring(0, splitsPair ? MAX_NAME_LENGTH - 1 : MAX_NAME_LENGTH);
  }

  /** Returns the identity's member, unless the member is disabled. */
  User requireActive(Transaction tx, Identity identity, MembershipRules rules) {
    return tx.users()
        .find(org.id(), identity.userId())
        .filter(User::isActive)
        .orElseThrow(() -> refusal("this member is disabled", rules));
  }

  /** Returns the member with the role of the account's groups, if the rules set roles. */
  User withRole(Transaction tx, User user, VerifiedIdentity verified, MembershipRules rules) {
    Role role = rules.setsRoles() ? requireRole(verified, rules) : user.role();
    if (role == user.role() || isLastAdmin(tx, user)) {
      return user;
    }
    User changed = user.withRole(role);
    tx.users().update(changed);
    Actor actor = changed.actor();
    if (user.role() == Role.ADMIN) {
      Invites.revokePendingOf(context, tx, actor, user.id());
    }
    context.audit(
        tx,
        actor,
        "user.role.changed",
        "user",
        user.id(),
        Map.of("email", user.email(), "role", role.wireName(), "was", user.role().wireName()));
    return changed;
  }

  private static Role requireRole(VerifiedIdentity verified, MembershipRules rules) {
    return rules
        .role(verified)
        .orElseThrow(() -> refusal("none of your groups has a role here", rules));
  }

  private boolean isLastAdmin(Transaction tx, User user) {
    return user.role() == Role.ADMIN
        && tx.users().list(org.id()).stream()
            .filter(other -> other.isActive() && other.role() == Role.ADMIN)
            .allMatch(other -> other.id().equals(user.id()));
  }

  private static ControlPlaneException refusal(String reason, MembershipRules rules) {
    return ControlPlaneException.of(ErrorCode.SIGN_IN_REFUSED, reason + "; ask " + rules.contact());
  }
}
