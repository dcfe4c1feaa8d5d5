package dev.goldenrod.identity;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;

/**
 * What an issuer says about an account, after the adapter has verified that the issuer said it.
 *
 * @param issuer the issuer's URL
 * @param subject the issuer's id of the account
 * @param email in lower case; empty if the issuer gave none
 * @param isEmailVerified whether the issuer says that the account owns the address
 * @param name for display; may be empty
 * @param groups of the account, as the issuer names them
 */
public record VerifiedIdentity(
    String issuer,
    String subject,
    String email,
    boolean isEmailVerified,
    String name,
    Set<String> groups) {
  public VerifiedIdentity {
    Objects.requireNonNull(issuer);
    Objects.requireNonNull(subject);
    Objects.requireNonNull(name);
    email = email.strip().toLowerCase(Locale.ROOT);
    groups = Set.copyOf(groups);
  }

  /** Returns what follows the last {@code @} of the address; empty without an address. */
  String domain() {
    return email.substring(email.lastIndexOf('@') + 1);
  }
}
