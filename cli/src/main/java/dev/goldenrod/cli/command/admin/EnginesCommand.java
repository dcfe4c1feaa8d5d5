package dev.goldenrod.cli.command.admin;

import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the available database types and versions: {@code goldenrod engines}. */
@Command(
    name = "engines",
    description = "Lists the types and versions of engines, and the clusters that have them.",
    footer = "  goldenrod engines -o json",
    mixinStandardHelpOptions = true)
public final class EnginesCommand implements Runnable {
  private static final Columns COLUMNS =
      Columns.named(engine -> engine.path("type").asText() + " " + engine.path("version").asText())
          .with("type")
          .with("version")
          .with("cluster")
          .with("AVAILABLE", engine -> engine.path("available").asBoolean() ? "yes" : "no")
          .with("origin")
          .with("message");

  private final Terminal terminal;

  @Mixin private CommandOptions options;

  public EnginesCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options);
    session.printer().list(session.list("/v1/engines", "engines"), COLUMNS);
  }
}
