package dev.goldenrod.dataplane.remote.agent;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * The configuration of an agent.
 *
 * @param servers the URLs ({@code http} or {@code https}) of the control plane's servers, each of
 *     which gets a connection
 * @param token the agent token from the cluster's registration, read again at each attempt
 * @param tls the TLS configuration, read again at each attempt; empty for Java's defaults
 * @param kind the kind of the data plane, as in {@code local}
 * @param release the agent's release, for people
 * @param lines receives each line of output
 */
public record AgentSetup(
    List<URI> servers,
    Supplier<String> token,
    Supplier<Optional<SSLContext>> tls,
    String kind,
    String release,
    Consumer<String> lines) {
  public AgentSetup {
    servers = List.copyOf(servers);
  }

  /** Creates a configuration with Java's default TLS settings. */
  public AgentSetup(
      List<URI> servers,
      Supplier<String> token,
      String kind,
      String release,
      Consumer<String> lines) {
    this(servers, token, Optional::empty, kind, release, lines);
  }

  /** Omits the token, which is a secret. */
  @Override
  public String toString() {
    return "AgentSetup" + servers;
  }
}
