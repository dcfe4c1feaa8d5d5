package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Signals;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Forwards a local port to a database through the server: {@code goldenrod tunnel}. */
@Command(
    name = "tunnel",
    description = "Opens a local port to a clone or database that this machine cannot reach.",
    mixinStandardHelpOptions = true,
    footerHeading = "%n",
    footer = {
      "The tunnel listens on 127.0.0.1 only, and the command prints the connection string for it.",
      "Connections are carried over the API, until Ctrl-C or until the token ends. 'goldenrod",
      "psql --tunnel' and 'goldenrod run --tunnel' open a tunnel of their own.",
      "",
      "Examples:",
      "  goldenrod tunnel shop",
      "  goldenrod tunnel shop --port 5433"
    })
public final class TunnelCommand implements Callable<Integer> {
  @Mixin private CommandOptions options;
  @Mixin private WaitOptions waiting;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Port to listen on (a free port).")
  private int port;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Clone or database, by name or id (the project's).")
  private @Nullable String name;

  private final Terminal terminal;

  public TunnelCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (port < 0 || port > 65_535) {
      throw new CliException(
          ExitCode.USAGE, "--port %d is not between 0 and 65535".formatted(port));
    }
    Session session = Session.open(terminal, options, waiting);
    NamedDatabase named = new NamedDatabases(session).find(name);
    Login login = named.login(session, waiting);
    CompletableFuture<Integer> end = new CompletableFuture<>();
    Signals signals = Signals.install(terminal, signal -> end.complete(ExitCode.DONE.number()));
    try (Forwarder forwarder = Forwarder.to(session, named.path(), port)) {
      session.printer().text(login.at("127.0.0.1", forwarder.port()).uri());
      terminal.out().flush();
      session.say(
          "a tunnel to %s listens on 127.0.0.1:%d until Ctrl-C".formatted(named, forwarder.port()));
      CompletableFuture.anyOf(end, forwarder.refused()).join();
      if (!end.isDone()) {
        throw forwarder.refused().join();
      }
      return end.join();
    } finally {
      signals.close();
    }
  }
}
