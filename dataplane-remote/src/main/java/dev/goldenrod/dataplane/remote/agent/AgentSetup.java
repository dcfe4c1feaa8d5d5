package dev.goldenrod.dataplane.remote.agent;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * How an agent dials in.
 *
 * @param servers addresses of the control plane's API, {@code http} or {@code https}; to each of
 *     them it holds a connection
 * @param token what the cluster's registration answered, read again at each attempt
 * @param tls whom it trusts and how it speaks TLS, read again at each attempt; Java's own when
 *     empty
 * @param kind of the data plane, as in {@code local}
 * @param release of this agent, for people
 * @param lines takes what is to be printed, a line each
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

  /** One that trusts whom Java does. */
  public AgentSetup(
      List<URI> servers,
      Supplier<String> token,
      String kind,
      String release,
      Consumer<String> lines) {
    this(servers, token, Optional::empty, kind, release, lines);
  }

  /** Everything but the token. */
  @Override
  public String toString() {
    return "AgentSetup" + servers;
  }
}
