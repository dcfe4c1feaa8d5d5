package dev.goldenrod.server;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of {@code serve} for the separate listener of health checks and metrics. */
public final class ManagementOptions {
  private static final String PORT = "--management-port";

  @Option(
      names = PORT,
      paramLabel = "PORT",
      defaultValue = "",
      description =
          "Port of the management listener, which serves only /livez, /readyz, /health and"
              + " /metrics, without a token and without TLS; 0 selects a free port (no"
              + " management listener).")
  String port = "";

  @Option(
      names = "--management-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address of the management listener (${DEFAULT-VALUE}).")
  String host = "127.0.0.1";

  /** The address to listen on; port 0 stands for any free port. */
  record Address(String host, int port) {}

  /** Returns the address; empty for none. Throws {@link UsageException} if the port is invalid. */
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
