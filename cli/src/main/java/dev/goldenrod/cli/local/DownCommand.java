package dev.goldenrod.cli.local;

import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops the server that {@code up} started: {@code goldenrod down}. */
@Command(
    name = "down",
    description = "Stops the server that 'up' started; its databases keep running.",
    mixinStandardHelpOptions = true)
public final class DownCommand implements Runnable {
  private final Terminal terminal;

  @Mixin private LocalServer.Options options = new LocalServer.Options();

  public DownCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    LocalServer server = options.server(terminal, null, false);
    boolean wasUp = false;
    for (ServiceManager manager : ServiceManager.available(terminal)) {
      wasUp |= manager.stop(server);
    }
    terminal
        .err()
        .printf(
            wasUp
                ? "the server of %s has stopped; its databases keep running, and '%s' finds them"
                    + " again%n"
                : "no server of %s that '%s' started is running%n",
            server.dataDir(),
            server.command("up"));
  }
}
