package dev.goldenrod.http.web;

import java.time.Duration;

/**
 * Limits for connections: their number, the time to send a request head, and the time to reset a
 * stream.
 *
 * @param most maximum over all addresses; further connections wait to be accepted
 * @param mostPerAddress maximum of one address; 0 for no limit
 * @param headPatience maximum time from the start of the connection, or the first byte of the head,
 *     to the end of the head
 * @param exemptsLoopback whether connections of this machine, such as those of a proxy, are not
 *     limited
 * @param tunnelIdle tunnels without any frame for this long are closed
 * @param resetPatience maximum time to write the reset of a stream whose client did not read the
 *     response; afterwards the whole connection is closed, with all its requests
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

  /** Creates limits with five minutes of tunnelIdle and two seconds of resetPatience. */
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

  /**
   * Returns the default limits, 4,096 connections and 10 seconds for a request head, with the given
   * maximum per address.
   */
  public static ConnectionLimits withMostPerAddress(int connections) {
    return new ConnectionLimits(MOST, connections, HEAD_PATIENCE, true);
  }
}
