package dev.goldenrod.server;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * Options of {@code serve} for health checks, unavailable stores, load balancers and peer servers.
 * Methods throw {@link UsageException} if a value is invalid.
 */
final class AvailabilityOptions {
  private static final String MANAGEMENT_PORT = "--management-port";
  private static final String POOL_SIZE = "--store-pool-size";
  private static final String WAIT = "--store-wait";
  private static final String DRAIN = "--drain-time";
  private static final String PEER_URL = "--peer-url";
  private static final Pattern SERVER =
      Pattern.compile("https?://([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+])(:\\d{1,5})?");

  /** An unbracketed IPv6 address, as Kubernetes substitutes a pod's address into a URL. */
  private static final Pattern BARE_IPV6 =
      Pattern.compile("^(https?://)([0-9a-fA-F]*(?::[0-9a-fA-F]*){2,}?)(:\\d{1,5})$");

  private static final int MOST_CONNECTIONS = 1000;

  @Option(
      names = MANAGEMENT_PORT,
      paramLabel = "PORT",
      defaultValue = "",
      description =
          "Port of the management listener, which serves only /livez, /readyz, /health and"
              + " /metrics, without a token and without TLS; 0 selects a free port (no"
              + " management listener).")
  String managementPort = "";

  @Option(
      names = "--management-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address of the management listener (${DEFAULT-VALUE}).")
  String managementHost = "127.0.0.1";

  @Option(
      names = POOL_SIZE,
      paramLabel = "N",
      defaultValue = "",
      description = "Maximum number of this server's connections to the store of --store-url (10).")
  String poolSize = "";

  @Option(
      names = WAIT,
      paramLabel = "DURATION",
      defaultValue = "60s",
      description =
          "How long a start waits for an unreachable store of --store-url, for example 5m; 0s for"
              + " not at all (${DEFAULT-VALUE}).")
  String storeWait = "60s";

  @Option(
      names = DRAIN,
      paramLabel = "DURATION",
      defaultValue = "0s",
      description =
          "How long a stopping server still accepts requests while /readyz reports that it stops,"
              + " for example 10s (${DEFAULT-VALUE}).")
  String drainTime = "0s";

  @Option(
      names = PEER_URL,
      paramLabel = "URL",
      defaultValue = "",
      description =
          "URL at which the other servers of the store reach this one, for example"
              + " http://10.0.0.5:7878; they forward requests to it for data planes whose agents"
              + " are connected only to it.")
  String peerUrl = "";

  /** The address to listen on; port 0 stands for any free port. */
  record Address(String host, int port) {}

  /** Returns the address of the management listener; empty for none. */
  Optional<Address> management() {
    return managementPort.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Address(
                managementHost,
                OptionValue.number(MANAGEMENT_PORT, managementPort, 0, 65535, "from 0 to 65535")));
  }

  /** Returns the URL at which other servers reach this one; empty if they do not. */
  Optional<URI> peerUrl() {
    if (peerUrl.isEmpty()) {
      return Optional.empty();
    }
    String bracketed = BARE_IPV6.matcher(peerUrl).replaceFirst("$1[$2]$3");
    if (!SERVER.matcher(bracketed).matches()) {
      throw OptionValue.invalid(
          PEER_URL, peerUrl, "http:// or https://, a host and optionally a port, without a path");
    }
    return Optional.of(URI.create(bracketed));
  }

  /** Returns the maximum number of connections to the store, 1 to 1000; empty for the default. */
  OptionalInt poolSize() {
    return poolSize.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(
            OptionValue.number(
                POOL_SIZE,
                poolSize,
                1,
                MOST_CONNECTIONS,
                "a whole number from 1 to " + MOST_CONNECTIONS));
  }

  /** Returns how long a starting server waits for the store. */
  Duration storeWait() {
    return duration(WAIT, storeWait);
  }

  /** Returns how long a stopping server still accepts requests. */
  Duration drainTime() {
    return duration(DRAIN, drainTime);
  }

  private static Duration duration(String option, String given) {
    return OptionValue.duration(option, given, Duration.ZERO, "a duration such as 30s, 5m or 0s");
  }
}
