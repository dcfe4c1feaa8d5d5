package dev.goldenrod.cli.tunnel;

import dev.goldenrod.cli.session.Session;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option to reach a database through the API. */
public final class TunnelOption {
  @Option(
      names = "--tunnel",
      description = "Connect through the API, for a database that this machine cannot reach.")
  private boolean isTunnelled;

  /** Opens a forwarder if the option is set; empty if the database's own address is used. */
  public Optional<Forwarder> open(Session session, String path) {
    return isTunnelled ? Optional.of(Forwarder.to(session, path, 0)) : Optional.empty();
  }
}
