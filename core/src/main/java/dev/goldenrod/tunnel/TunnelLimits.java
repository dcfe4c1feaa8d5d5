package dev.goldenrod.tunnel;

/**
 * The limits on concurrent tunnels of a server.
 *
 * @param perMember for each member
 * @param inAll for all members together
 */
public record TunnelLimits(int perMember, int inAll) {
  /** 64 for each member, enough for a few connection pools, and 256 in all. */
  public static final TunnelLimits DEFAULTS = new TunnelLimits(64, 256);

  public TunnelLimits {
    if (perMember < 0 || inAll < 0) {
      throw new IllegalArgumentException(
          "tunnel limits must not be negative: " + perMember + ", " + inAll);
    }
  }
}
