package dev.goldenrod.http.web;

import java.time.Duration;

/**
 * How many connections there are at once, and how long one may take for the head of a request.
 *
 * @param most over all addresses; more wait to be accepted
 * @param mostPerAddress of one address; 0 for any number
 * @param headPatience from the connection's beginning, or the head's first byte, to its end
 * @param exemptsLoopback whether any number may come from this machine, as through a proxy
 * @param tunnelIdle a tunnel on which no frame moves for so long is closed
 */
public record ConnectionLimits(
    int most,
    int mostPerAddress,
    Duration headPatience,
    boolean exemptsLoopback,
    Duration tunnelIdle) {
  private static final int MOST = 4096;
  private static final Duration HEAD_PATIENCE = Duration.ofSeconds(10);

  private static final Duration TUNNEL_IDLE = Duration.ofMinutes(5);

  /** The same with tunnels that may be idle for five minutes. */
  public ConnectionLimits(
      int most, int mostPerAddress, Duration headPatience, boolean exemptsLoopback) {
    this(most, mostPerAddress, headPatience, exemptsLoopback, TUNNEL_IDLE);
  }

  /** 4,096 connections, and 10 seconds for a head. */
  public static ConnectionLimits withMostPerAddress(int connections) {
    return new ConnectionLimits(MOST, connections, HEAD_PATIENCE, true);
  }
}
