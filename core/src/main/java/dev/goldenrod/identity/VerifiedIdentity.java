package dev.goldenrod.identity;

import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What an issuer says about an account, after the adapter has verified that the issuer said it.
 *
 * @param issuer the issuer's URL
 * @param subject the issuer's id of the account
 * @param email in lower case; empty if the issuer gave none of plain ASCII, because addresses with
 *     other characters can look or fold like that of another person
 * @param isEmailVerified whether the issuer says that the account owns the address
 * @param name for display, without control characters and unpaired surrogates; may be empty
 * @param groups of the account, as the issuer names them
 */
public record VerifiedIdentity(
    String issuer,
    String subject,
    String email,
    boolean isEmailVerified,
    String name,
    Set<String> groups) {
  private static final int MAX_EMAIL_LENGTH = 254;
  private static final Pattern EMAIL =
      Pattern.compile("[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");

  public VerifiedIdentity {
    Objects.requireNonNull(issuer);
    Objects.requireNonNull(subject);
    email = isPlain(email) ? email.toLowerCase(Locale.ROOT) : "";
    name = printable(name);
    groups = Set.copyOf(groups);
  }

  private static boolean isPlain(String email) {
    return email.length() <= MAX_EMAIL_LENGTH && EMAIL.matcher(email).matches();
  }

  /** Stores refuse NUL and unpaired surrogates. */
  private static String printable(String name) {
    StringBuilder kept = new StringBuilder();
    name.codePoints()
        .filter(c -> !Character.isISOControl(c) && Character.getType(c) != Character.SURROGATE)
        .forEach(kept::appendCodePoint);
    return kept.toString();
  }

  /** Returns what follows the last {@code @} of the address; empty without an address. */
  String domain() {
    return email.substring(email.lastIndexOf('@') + 1);
  }
}
