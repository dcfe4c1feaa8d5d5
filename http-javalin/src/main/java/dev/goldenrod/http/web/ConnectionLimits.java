package dev.goldenrod.http.web;

import java.time.Duration;

/**
 * How many connections there are at once, and how long one may take for the head of a request or
 * for the reset of a stream whose answer was given up.
 *
 * @param most over all addresses; more wait to be accepted
 * @param mostPerAddress of one address; 0 for any number
 * @param headPatience from the connection's beginning, or the head's first byte, to its end
 * @param exemptsLoopback whether any number may come from this machine, as through a proxy
 * @param tunnelIdle a tunnel on which no frame moves for so long is closed
 * @param resetPatience how long a stream's reset may wait to be written, after its client did not
 *     take the answer; then the whole connection is closed, with all its requests
 */
public record ConnectionLimits(
    int most,
    int mostPerAddress,
    Duration headPatience,
    boolean exemptsLoopback,
    Duration tunnelIdle,
    Duration resetPatience) {
  private static final int MOST = 4096;
  private static final Duration HEAD_PATIENCE = Duration.ofSeconds(10);
  private static final Duration TUNNEL_IDLE = Duration.ofMinutes(5);
  private static final Duration RESET_PATIENCE = Duration.ofSeconds(2);

  /**
   * Limits with a {@code tunnelIdle} of five minutes and a {@code resetPatience} of two seconds.
   */
  public ConnectionLimits(
      int most, int mostPerAddress, Duration headPatience, boolean exemptsLoopback) {
    this(most, mostPerAddress, headPatience, exemptsLoopback, TUNNEL_IDLE, RESET_PATIENCE);
  }

  /** Returns a copy with another {@code tunnelIdle}. */
  public ConnectionLimits withTunnelIdle(Duration idle) {
    return new ConnectionLimits(
        most, mostPerAddress, headPatience, exemptsLoopback, idle, resetPatience);
  }

  /** Returns a copy with another {@code resetPatience}. */
  public ConnectionLimits withResetPatience(Duration patience) {
    return new ConnectionLimits(
        most, mostPerAddress, headPatience, exemptsLoopback, tunnelIdle, patience);
  }

  /** 4,096 connections, and 10 seconds for a head. */
  public static ConnectionLimits withMostPerAddress(int connections) {
    return new ConnectionLimits(MOST, connections, HEAD_PATIENCE, true);
  }
}
