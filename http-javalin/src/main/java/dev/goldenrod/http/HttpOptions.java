package dev.goldenrod.http;

import java.time.Duration;
import java.util.Objects;

/**
 * How the HTTP surface presents and protects itself.
 *
 * @param version of the server, as {@code /health} tells it
 * @param idleTimeout a connection on which nothing moves for so long is closed
 * @param stopTimeout a stop waits at most so long for requests in flight
 * @param bodyBytesInFlight how many bytes of requests' bodies are held at once; at least 2 MiB
 */
public record HttpOptions(
    String version,
    ClientConfig clientConfig,
    Duration idleTimeout,
    Duration stopTimeout,
    long bodyBytesInFlight) {
  private static final long LEAST_BODY_BYTES = 2 << 20;
  private static final long MOST_BODY_BYTES = 64 << 20;

  /** What a body becomes when it is read takes several times its bytes. */
  private static final int SHARE_OF_THE_HEAP = 32;

  public HttpOptions {
    Objects.requireNonNull(version);
    Objects.requireNonNull(clientConfig);
    Objects.requireNonNull(idleTimeout);
    Objects.requireNonNull(stopTimeout);
    if (bodyBytesInFlight < LEAST_BODY_BYTES) {
      throw new IllegalArgumentException(
          bodyBytesInFlight + " bytes of bodies in flight are less than " + LEAST_BODY_BYTES);
    }
  }

  /** Options with timeouts of 30 seconds, and a part of the heap for bodies. */
  public static HttpOptions of(String version, ClientConfig clientConfig) {
    Duration thirtySeconds = Duration.ofSeconds(30);
    long share = Runtime.getRuntime().maxMemory() / SHARE_OF_THE_HEAP;
    long bodies = Math.max(LEAST_BODY_BYTES, Math.min(MOST_BODY_BYTES, share));
    return new HttpOptions(version, clientConfig, thirtySeconds, thirtySeconds, bodies);
  }

  /** The same options with that idle timeout. */
  public HttpOptions withIdleTimeout(Duration timeout) {
    return new HttpOptions(version, clientConfig, timeout, stopTimeout, bodyBytesInFlight);
  }

  /** The same options with that stop timeout. */
  public HttpOptions withStopTimeout(Duration timeout) {
    return new HttpOptions(version, clientConfig, idleTimeout, timeout, bodyBytesInFlight);
  }

  /** The same options with so many bytes of bodies in flight. */
  public HttpOptions withBodyBytesInFlight(long bytes) {
    return new HttpOptions(version, clientConfig, idleTimeout, stopTimeout, bytes);
  }
}
