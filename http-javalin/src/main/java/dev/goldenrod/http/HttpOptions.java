package dev.goldenrod.http;

import java.time.Duration;
import java.util.Objects;

/**
 * How the HTTP surface presents and protects itself.
 *
 * @param version of the server, as {@code /health} tells it
 * @param idleTimeout a connection on which nothing moves for so long is closed
 * @param stopTimeout a stop waits at most so long for requests in flight
 */
public record HttpOptions(
    String version, ClientConfig clientConfig, Duration idleTimeout, Duration stopTimeout) {
  public HttpOptions {
    Objects.requireNonNull(version);
    Objects.requireNonNull(clientConfig);
    Objects.requireNonNull(idleTimeout);
    Objects.requireNonNull(stopTimeout);
  }

  /** Options with timeouts of 30 seconds. */
  public static HttpOptions of(String version, ClientConfig clientConfig) {
    Duration thirtySeconds = Duration.ofSeconds(30);
    return new HttpOptions(version, clientConfig, thirtySeconds, thirtySeconds);
  }

  /** The same options with that idle timeout. */
  public HttpOptions withIdleTimeout(Duration timeout) {
    return new HttpOptions(version, clientConfig, timeout, stopTimeout);
  }

  /** The same options with that stop timeout. */
  public HttpOptions withStopTimeout(Duration timeout) {
    return new HttpOptions(version, clientConfig, idleTimeout, timeout);
  }
}
