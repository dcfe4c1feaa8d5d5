package dev.goldenrod.dataplane.remote.message;

/**
 * A version of the messages between control planes and agents. Minor versions only add optional
 * members, and methods that the peer may not know.
 */
public record Protocol(int major, int minor) {
  public static final Protocol CURRENT = new Protocol(1, 1);

  /** Returns whether the major versions are equal and the minor ones at most adjacent. */
  public boolean fits(Protocol other) {
    return major == other.major && Math.abs(minor - other.minor) <= 1;
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
