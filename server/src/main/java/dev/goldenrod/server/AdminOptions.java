package dev.goldenrod.server;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who the first admin of {@code serve} is. */
final class AdminOptions {
  private static final String EMAIL = "--admin-email";
  private static final String TOKEN = "--admin-token";
  private static final int SHORTEST_TOKEN = 32;
  private static final int LONGEST_EMAIL = 254;
  private static final Pattern ADDRESS = Pattern.compile("[^@\\s\\p{Cc}]+@[^@\\s\\p{Cc}]+");

  @Option(
      names = EMAIL,
      paramLabel = "ADDRESS",
      defaultValue = "admin@localhost",
      description = "Address of the admin that the first start makes (${DEFAULT-VALUE}).")
  String email = "admin@localhost";

  @Option(
      names = TOKEN,
      paramLabel = "TOKEN",
      defaultValue = "",
      description =
          "A token for that admin instead of one that is made up and kept in admin-token; rather give"
              + " --admin-token-file, which no process list shows.")
  String token = "";

  @Option(
      names = "--admin-token-file",
      paramLabel = "FILE",
      description = "File with that token in place of --admin-token.")
  @Nullable Path tokenFile;

  /**
   * The admin's address.
   *
   * @throws UsageException when it is none
   */
  String email() {
    if (email.length() > LONGEST_EMAIL || !ADDRESS.matcher(email).matches()) {
      throw new UsageException(
          "%s is '%s'; it must be an address such as admin@example.com, of at most %d characters"
              .formatted(EMAIL, email, LONGEST_EMAIL));
    }
    return email;
  }

  /**
   * The admin's token, when the operator chose it.
   *
   * @throws UsageException when it is too short or no token
   */
  Optional<String> token() {
    String given = SecretFile.value(TOKEN, token, tokenFile);
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
}
