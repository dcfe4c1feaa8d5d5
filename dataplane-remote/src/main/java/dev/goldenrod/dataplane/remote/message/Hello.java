package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;

/**
 * How an agent introduces itself, before all else.
 *
 * @param protocol the version that it speaks
 * @param release Goldenrod's, for people
 * @param kind of its data plane, as in {@code local}
 * @param identity its data plane's, which stays when it is started again
 * @param location where its data plane keeps what it holds, for people
 * @param displayName its data plane's
 */
public record Hello(
    Protocol protocol,
    String release,
    String kind,
    String identity,
    String location,
    String displayName) {
  /** The request by which it is sent. */
  public static final String METHOD = "hello";

  public Hello {
    Objects.requireNonNull(protocol);
    Objects.requireNonNull(release);
    Objects.requireNonNull(kind);
    Objects.requireNonNull(identity);
    Objects.requireNonNull(location);
    Objects.requireNonNull(displayName);
  }

  /**
   * What an agent is answered that is let in.
   *
   * @param protocol the version that the control plane speaks
   * @param release the control plane's
   * @param cluster the name of the cluster that it is from now on
   */
  public record Welcome(Protocol protocol, String release, String cluster) {
    public Welcome {
      Objects.requireNonNull(protocol);
      Objects.requireNonNull(release);
      Objects.requireNonNull(cluster);
    }
  }
}
