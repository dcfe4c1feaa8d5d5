package dev.goldenrod.server;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Where {@code serve} tells those who watch it how it is. */
public final class ManagementOptions {
  private static final String PORT = "--management-port";

  @Option(
      names = PORT,
      paramLabel = "PORT",
      defaultValue = "",
      description =
          "Port of another listener that has /livez, /readyz, /health and /metrics alone, all without a"
              + " token and in clear text; 0 takes any free one, and there is none if left out.")
  String port = "";

  @Option(
      names = "--management-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address that it listens on (${DEFAULT-VALUE}).")
  String host = "127.0.0.1";

  /**
   * Where to listen.
   *
   * @param port 0 for any free one
   */
  record Address(String host, int port) {}

  /**
   * What they say; empty for no other listener.
   *
   * @throws UsageException when the port is none
   */
  Optional<Address> address() {
    if (port.isEmpty()) {
      return Optional.empty();
    }
    try {
      int number = Integer.parseInt(port);
      if (number >= 0 && number <= 65535) {
        return Optional.of(new Address(host, number));
      }
    } catch (NumberFormatException e) {
      throw badPort();
    }
    throw badPort();
  }

  private UsageException badPort() {
    return new UsageException("%s is '%s'; it must be from 0 to 65535".formatted(PORT, port));
  }
}
