package dev.goldenrod.cli.command.admin;

import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Prints the audit log: {@code goldenrod audit}. */
@Command(
    name = "audit",
    description = "Lists the events of the audit log, newest first.",
    footer = "  goldenrod audit --limit 20",
    mixinStandardHelpOptions = true)
public final class AuditCommand implements Runnable {
  private static final Columns COLUMNS =
      Columns.named("/id")
          .with("WHEN", "/created_at")
          .with("action")
          .with("target")
          .with("actor")
          .with("METADATA", event -> event.path("metadata").toString());

  private final Terminal terminal;

  @Mixin private CommandOptions options;

  @Option(
      names = "--limit",
      paramLabel = "NUMBER",
      defaultValue = "100",
      description = "Maximum number of events to list (${DEFAULT-VALUE}).")
  private int limit;

  public AuditCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options);
    session.printer().list(session.pages("/v1/audit", "events", limit), COLUMNS);
  }
}
