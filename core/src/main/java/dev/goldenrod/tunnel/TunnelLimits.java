package dev.goldenrod.tunnel;

/**
 * How many tunnels a server has at once.
 *
 * @param perMember of one member
 * @param inAll of all members
 */
public record TunnelLimits(int perMember, int inAll) {
  /** 64 of a member, as many as a few pools of connections have, and 256 in all. */
  public static final TunnelLimits DEFAULTS = new TunnelLimits(64, 256);

  public TunnelLimits {
    if (perMember < 0 || inAll < 0) {
      throw new IllegalArgumentException("fewer tunnels than none: " + perMember + ", " + inAll);
    }
  }
}
