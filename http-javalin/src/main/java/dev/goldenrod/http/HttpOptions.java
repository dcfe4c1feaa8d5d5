package dev.goldenrod.http;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How the HTTP surface presents and protects itself.
 *
 * @param version of the server, as {@code /health} tells it
 * @param idleTimeout a connection on which nothing moves for so long is closed
 * @param stopTimeout a stop waits at most so long for requests in flight
 * @param patience a request that begins something answers after so long, although it goes on; 60
 *     seconds at most
 * @param bodyBytesInFlight how many bytes of requests' bodies are held at once; at least 2 MiB
 * @param connectionsPerAddress how many connections one remote address may have at once, this
 *     machine's own excepted; 0 for any number
 * @param tls what its own server speaks TLS with; empty for clear text
 * @param allowedHosts the names, beside loopback's own, under which browsers reach its own server
 *     at a loopback address, as those of a proxy on the same machine
 */
public record HttpOptions(
    String version,
    ClientConfig clientConfig,
    Duration idleTimeout,
    Duration stopTimeout,
    Duration patience,
    long bodyBytesInFlight,
    int connectionsPerAddress,
    Optional<TlsFiles> tls,
    Set<String> allowedHosts) {
  /** How many connections one remote address may have at once, if nothing else is said. */
  public static final int DEFAULT_CONNECTIONS_PER_ADDRESS = 1024;

  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(60);
  private static final long LEAST_BODY_BYTES = 2 << 20;
  private static final long MOST_BODY_BYTES = 64 << 20;

  /** What a body becomes when it is read takes several times its bytes. */
  private static final int SHARE_OF_THE_HEAP = 32;

  public HttpOptions {
    Objects.requireNonNull(version);
    Objects.requireNonNull(clientConfig);
    Objects.requireNonNull(idleTimeout);
    Objects.requireNonNull(stopTimeout);
    Objects.requireNonNull(tls);
    allowedHosts = Set.copyOf(allowedHosts);
    if (patience.compareTo(LONGEST_PATIENCE) > 0) {
      throw new IllegalArgumentException("patience of " + patience);
    }
    if (connectionsPerAddress < 0) {
      throw new IllegalArgumentException(connectionsPerAddress + " connections for an address");
    }
    if (bodyBytesInFlight < LEAST_BODY_BYTES) {
      throw new IllegalArgumentException(
          bodyBytesInFlight + " bytes of bodies in flight are less than " + LEAST_BODY_BYTES);
    }
  }

  /** Options of this release, with the images of this release. */
  public static HttpOptions defaults() {
    return of(Release.version(), ClientConfig.defaults());
  }

  /**
   * Options with timeouts of 30 seconds, a patience of 60 seconds, and a part of the heap for
   * bodies.
   */
  public static HttpOptions of(String version, ClientConfig clientConfig) {
    Duration thirtySeconds = Duration.ofSeconds(30);
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_THE_HEAP;
    long bodies = Math.max(LEAST_BODY_BYTES, Math.min(MOST_BODY_BYTES, share));
    return new HttpOptions(
        version,
        clientConfig,
        thirtySeconds,
        thirtySeconds,
        LONGEST_PATIENCE,
        bodies,
        DEFAULT_CONNECTIONS_PER_ADDRESS,
        Optional.empty(),
        Set.of());
  }

  /** The same options with that client configuration. */
  public HttpOptions withClientConfig(ClientConfig config) {
    return new HttpOptions(
        version,
        config,
        idleTimeout,
        stopTimeout,
        patience,
        bodyBytesInFlight,
        connectionsPerAddress,
        tls,
        allowedHosts);
  }

  /** The same options with that idle timeout. */
  public HttpOptions withIdleTimeout(Duration timeout) {
    return new HttpOptions(
        version,
        clientConfig,
        timeout,
        stopTimeout,
        patience,
        bodyBytesInFlight,
        connectionsPerAddress,
        tls,
        allowedHosts);
  }

  /** The same options with that stop timeout. */
  public HttpOptions withStopTimeout(Duration timeout) {
    return new HttpOptions(
        version,
        clientConfig,
        idleTimeout,
        timeout,
        patience,
        bodyBytesInFlight,
        connectionsPerAddress,
        tls,
        allowedHosts);
  }

  /** The same options with that patience. */
  public HttpOptions withPatience(Duration value) {
    return new HttpOptions(
        version,
        clientConfig,
        idleTimeout,
        stopTimeout,
        value,
        bodyBytesInFlight,
        connectionsPerAddress,
        tls,
        allowedHosts);
  }

  /** The same options with so many bytes of bodies in flight. */
  public HttpOptions withBodyBytesInFlight(long bytes) {
    return new HttpOptions(
        version,
        clientConfig,
        idleTimeout,
        stopTimeout,
        patience,
        bytes,
        connectionsPerAddress,
        tls,
        allowedHosts);
  }

  /** The same options with so many connections of one address; 0 for any number. */
  public HttpOptions withConnectionsPerAddress(int connections) {
    return new HttpOptions(
        version,
        clientConfig,
        idleTimeout,
        stopTimeout,
        patience,
        bodyBytesInFlight,
        connections,
        tls,
        allowedHosts);
  }

  /** The same options with TLS, by these files. */
  public HttpOptions withTls(TlsFiles files) {
    return new HttpOptions(
        version,
        clientConfig,
        idleTimeout,
        stopTimeout,
        patience,
        bodyBytesInFlight,
        connectionsPerAddress,
        Optional.of(files),
        allowedHosts);
  }

  /** The same options with those names for browsers at a loopback address. */
  public HttpOptions withAllowedHosts(Set<String> names) {
    return new HttpOptions(
        version,
        clientConfig,
        idleTimeout,
        stopTimeout,
        patience,
        bodyBytesInFlight,
        connectionsPerAddress,
        tls,
        names);
  }
}
