package dev.goldenrod.identity;

import dev.goldenrod.member.Role;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The rules by which accounts of one issuer become members.
 *
 * @param domains of addresses whose owners become members at their first sign-in, in lower case
 * @param groups whose accounts become members at their first sign-in
 * @param roles by group; the highest one counts. If there are any, each sign-in sets the role
 * @param otherRole of accounts without a group in {@code roles}; empty to refuse them
 * @param linksMembers whether an account becomes that of the existing member with its address
 * @param contact whom refused people should ask, as in {@code it@example.com}
 */
public record MembershipRules(
    Set<String> domains,
    Set<String> groups,
    Map<String, Role> roles,
    Optional<Role> otherRole,
    boolean linksMembers,
    String contact) {
  public MembershipRules {
    domains =
        domains.stream()
            .map(domain -> domain.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    groups = Set.copyOf(groups);
    roles = Map.copyOf(roles);
  }

  /** Returns whether the account becomes a member at its first sign-in. */
  public boolean admits(VerifiedIdentity identity) {
    return domains.contains(identity.domain())
        || identity.groups().stream().anyMatch(groups::contains);
  }

  /** Returns the role of an account; empty if it may not sign in. */
  public Optional<Role> role(VerifiedIdentity identity) {
    return identity.groups().stream()
        .filter(roles::containsKey)
        .map(roles::get)
        .max(Comparator.naturalOrder())
        .or(() -> otherRole);
  }

  /** Returns whether each sign-in sets the role. */
  public boolean setsRoles() {
    return !roles.isEmpty();
  }
}
