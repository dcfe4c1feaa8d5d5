package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The first message of an agent, by which it introduces itself.
 *
 * @param protocol the version that the agent speaks
 * @param release the agent's Goldenrod release, for people
 * @param kind the kind of the data plane, as in {@code local}
 * @param identity the identity of the data plane, which survives restarts
 * @param location where the data plane keeps its data, for people
 * @param masking whether imports can be masked; null from an agent that does not know of masking,
 *     and would import the rows as they are
 */
public record Hello(
    Protocol protocol,
    String release,
    String kind,
    String identity,
    String location,
    String displayName,
    @Nullable Boolean masking) {
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
   * The response to an admitted agent.
   *
   * @param protocol the version that the control plane speaks
   * @param release the control plane's release
   * @param cluster the name of the agent's cluster
   */
  public record Welcome(Protocol protocol, String release, String cluster) {
    public Welcome {
      Objects.requireNonNull(protocol);
      Objects.requireNonNull(release);
      Objects.requireNonNull(cluster);
    }
  }
}
