package dev.goldenrod.cli.own;

import dev.goldenrod.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Stops the server that {@code up} started: {@code goldenrod down}. */
@Command(
    name = "down",
    description = "Stops the server that 'up' started; its databases keep running.",
    mixinStandardHelpOptions = true)
public final class DownCommand implements Runnable {
  private final Terminal terminal;

  @Mixin private OwnServerOptions options = new OwnServerOptions();

  public DownCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    OwnServer server = options.server(terminal);
    List<ServiceManager> managers = new ArrayList<>(List.of(new DetachedProcess()));
    if (SystemdUnit.isAvailable(terminal)) {
      managers.add(new SystemdUnit(terminal));
    }
    if (LaunchAgent.isAvailable(terminal)) {
      managers.add(new LaunchAgent(terminal));
    }
    boolean wasUp = false;
    for (ServiceManager manager : managers) {
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
