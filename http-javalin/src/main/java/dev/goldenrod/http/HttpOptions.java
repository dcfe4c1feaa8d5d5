package dev.goldenrod.http;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Options of the HTTP API.
 *
 * @param version server version, reported by {@code /health}
 * @param idleTimeout connections without any traffic for this long are closed
 * @param stopTimeout maximum time to wait for requests in flight when stopping
 * @param patience maximum time before a request that starts an operation is answered while the
 *     operation continues; at most 60 seconds
 * @param bodyBytesInFlight maximum total size of the request bodies in memory, in bytes; at least 2
 *     MiB
 * @param connectionsPerAddress maximum number of concurrent connections of one remote address,
 *     except of this machine; 0 for no limit
 * @param tls TLS files of the standalone server; empty for clear text
 * @param allowedHosts host names, besides those of loopback, that browsers may use for the
 *     standalone server at a loopback address, such as that of a proxy on the same machine
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
  /** Default maximum number of concurrent connections of one remote address. */
  public static final int DEFAULT_CONNECTIONS_PER_ADDRESS = 1024;

  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(60);
  private static final long LEAST_BODY_BYTES = 2 << 20;
  private static final long MOST_BODY_BYTES = 64 << 20;

  /** A parsed body takes several times its size, so bodies get a small part of the heap. */
  private static final int SHARE_OF_THE_HEAP = 32;

  public HttpOptions {
    Objects.requireNonNull(version);
    Objects.requireNonNull(clientConfig);
    Objects.requireNonNull(idleTimeout);
    Objects.requireNonNull(stopTimeout);
    Objects.requireNonNull(tls);
    allowedHosts = Set.copyOf(allowedHosts);
    if (patience.compareTo(LONGEST_PATIENCE) > 0) {
      throw new IllegalArgumentException(
          "patience must be at most " + LONGEST_PATIENCE + ", not " + patience);
    }
    if (connectionsPerAddress < 0) {
      throw new IllegalArgumentException(
          "connections per address must not be negative: " + connectionsPerAddress);
    }
    if (bodyBytesInFlight < LEAST_BODY_BYTES) {
      throw new IllegalArgumentException(
          "body bytes in flight must be at least "
              + LEAST_BODY_BYTES
              + ", not "
              + bodyBytesInFlight);
    }
  }

  /** Returns the default options, with the version and the images of this release. */
  public static HttpOptions defaults() {
    return of(Release.version(), ClientConfig.defaults());
  }

  /**
   * Returns options with timeouts of 30 seconds, a patience of 60 seconds, and 1/32 of the maximum
   * heap for request bodies, but at least 2 MiB and at most 64 MiB.
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

  /** Returns a copy with the given client configuration. */
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

  /** Returns a copy with the given idle timeout. */
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

  /** Returns a copy with the given stop timeout. */
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

  /** Returns a copy with the given patience. */
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

  /** Returns a copy with the given maximum size of the request bodies in memory, in bytes. */
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

  /** Returns a copy with the given maximum number of connections per address; 0 for no limit. */
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

  /** Returns a copy with TLS that uses the given files. */
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

  /** Returns a copy with the given host names for browsers at a loopback address. */
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
