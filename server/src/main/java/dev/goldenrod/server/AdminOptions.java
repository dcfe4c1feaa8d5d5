package dev.goldenrod.server;

import dev.goldenrod.instance.Ttl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of {@code serve} for the first admin. Methods throw {@link UsageException} if invalid.
 */
final class AdminOptions {
  private static final String EMAIL = "--admin-email";
  private static final String TOKEN = "--admin-token";
  private static final String TTL = "--admin-token-ttl";
  private static final Duration SHORTEST_TTL = Duration.ofDays(1);
  private static final Duration LONGEST_TTL = Duration.ofDays(365);
  private static final int SHORTEST_TOKEN = 32;
  private static final int LONGEST_EMAIL = 254;
  private static final Pattern ADDRESS = Pattern.compile("[^@\\s\\p{Cc}]+@[^@\\s\\p{Cc}]+");

  @Option(
      names = EMAIL,
      paramLabel = "ADDRESS",
      defaultValue = "admin@localhost",
      description = "Email address of the admin that the first start creates (${DEFAULT-VALUE}).")
  String email = "admin@localhost";

  @Option(
      names = TOKEN,
      paramLabel = "TOKEN",
      defaultValue = "",
      description =
          "Token of the admin, in place of a generated one in DIR/admin-token. Prefer"
              + " --admin-token-file, because process lists show this option.")
  String token = "";

  @Option(
      names = "--admin-token-file",
      paramLabel = "FILE",
      description = "File that contains the admin's token, in place of --admin-token.")
  @Nullable Path tokenFile;

  @Option(
      names = TTL,
      paramLabel = "DURATION",
      description =
          "Lifetime of the generated token in DIR/admin-token, 1d to 365d; the server renews the"
              + " token when half of it is over (the lifetime that an earlier start set, else"
              + " unlimited).")
  @Nullable String ttl;

  String email() {
    if (email.length() > LONGEST_EMAIL || !ADDRESS.matcher(email).matches()) {
      throw OptionValue.invalid(
          EMAIL,
          email,
          "an email address such as admin@example.com, of at most %d characters"
              .formatted(LONGEST_EMAIL));
    }
    return email;
  }

  /** Returns the admin's token if the operator supplied it. */
  Optional<String> token() {
    String given = OptionValue.secret(TOKEN, token, tokenFile);
    if (given.isEmpty()) {
      return Optional.empty();
    }
    String option = tokenFile == null ? TOKEN : TOKEN + "-file";
    if (given.length() < SHORTEST_TOKEN) {
      throw new UsageException(
          "%s has %d characters; it must have at least %d"
              .formatted(option, given.length(), SHORTEST_TOKEN));
    }
    if (!given.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw new UsageException(
          option + " must consist of printable ASCII characters without blanks");
    }
    return Optional.of(given);
  }

  /**
   * Returns the lifetime of a generated token, from 1 to 365 days; empty if no option sets it. It
   * is invalid together with a token of the operator.
   */
  Optional<Duration> ttl() {
    String given = ttl;
    if (given == null) {
      return Optional.empty();
    }
    if (token().isPresent()) {
      throw new UsageException(
          "%s applies to a generated token, but %s sets the token; use only one of the two"
              .formatted(TTL, TOKEN));
    }
    return Optional.of(
        Ttl.parseDuration(given)
            .filter(life -> life.compareTo(SHORTEST_TTL) >= 0 && life.compareTo(LONGEST_TTL) <= 0)
            .orElseThrow(
                () ->
                    OptionValue.invalid(TTL, given, "a duration of 1d to 365d, for example 30d")));
  }
}
