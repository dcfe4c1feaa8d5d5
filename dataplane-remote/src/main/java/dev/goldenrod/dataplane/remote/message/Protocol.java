package dev.goldenrod.dataplane.remote.message;

/**
 * A version of what control planes and agents say to each other. A minor version adds: members that
 * may be missing, methods that may be refused as unknown.
 */
public record Protocol(int major, int minor) {
  /** The one that this release speaks. */
  public static final Protocol CURRENT = new Protocol(1, 1);

  /** Whether both understand each other: the same major version, and minor ones next to it. */
  public boolean fits(Protocol other) {
    return major == other.major && Math.abs(minor - other.minor) <= 1;
  }

  /** As in {@code 1.1}. */
  @Override
  public String toString() {
    return major + "." + minor;
  }
}
