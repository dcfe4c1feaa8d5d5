package dev.goldenrod.cli.tunnel;

import dev.goldenrod.cli.session.Session;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether a command reaches its database by way of the API. */
public final class TunnelOption {
  @Option(
      names = "--tunnel",
      description = "Reach it over the API's own connection, where this machine cannot reach it.")
  private boolean isTunnelled;

  /** What leads there for as long as it is not closed; empty when its own address does. */
  public Optional<Forwarder> open(Session session, String path) {
    return isTunnelled ? Optional.of(Forwarder.to(session, path, 0)) : Optional.empty();
  }
}
