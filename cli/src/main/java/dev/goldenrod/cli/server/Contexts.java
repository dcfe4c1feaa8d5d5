package dev.goldenrod.cli.server;

import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import java.net.URI;
import org.jspecify.annotations.Nullable;

final class Contexts {
  private Contexts() {}

  /** Returns the requested name if it is valid; without one, a name derived from the address. */
  static String name(@Nullable String asked, URI address) {
    if (asked == null) {
      String port = address.getPort() < 0 ? "" : "-" + address.getPort();
      return address.getHost().replaceAll("[^A-Za-z0-9._-]", "") + port;
    }
    if (!asked.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) {
      throw new CliException(
          ExitCode.USAGE,
          "'%s' is not a valid context name: letters, digits, '.', '_' and '-', 63 at most"
              .formatted(asked));
    }
    return asked;
  }

  /** Rejects a name that belongs to another server's context. */
  static void requireSame(UserConfig config, String name, URI address) {
    config
        .find(name)
        .filter(known -> !known.url().equals(address))
        .ifPresent(
            known -> {
              throw new CliException(
                  ExitCode.CONFLICT,
                  "context '%s' is already %s; choose another name".formatted(name, known.url()),
                  "goldenrod context remove " + name);
            });
  }
}
