package dev.goldenrod.cli.connect;

import dev.goldenrod.cli.command.database.DatabaseWork;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Starts a stopped database: {@code goldenrod wake}. */
@Command(
    name = "wake",
    description = "Starts a database that is stopped, and waits until it can be used.",
    mixinStandardHelpOptions = true,
    footerHeading = "%nExamples:%n",
    footer = {"  goldenrod wake shop", "  goldenrod wake shop --timeout 2m"})
public final class WakeCommand implements Runnable {
  private static final Columns COLUMNS =
      Columns.named("/name")
          .with("name")
          .with("status")
          .with("ENDPOINT", DatabaseWork::endpoint)
          .with("message");

  @Mixin private CommandOptions options;
  @Mixin private WaitOptions waiting;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Database, by name or id (the project's).")
  private @Nullable String name;

  private final Terminal terminal;

  public WakeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options, waiting);
    NamedDatabase named = new NamedDatabases(session).find(name);
    if (named.kind() == NamedDatabase.Kind.CLONE) {
      throw new CliException(
          ExitCode.USAGE,
          "%s is %s; only databases can be stopped and started"
              .formatted(named, named.state().toLowerCase(Locale.ROOT)),
          "goldenrod clone show " + named.name());
    }
    NamedDatabase settled = named.settled(session, waiting);
    if (settled.state().equals("stopped")) {
      settled = NamedDatabase.database(session.apiFor(waiting).post(named.path() + "/start"));
      settled = settled.settled(session, waiting);
    }
    if (!settled.isOpen() && waiting.isWaiting()) {
      throw settled.notOpen();
    }
    session.printer().one(DatabaseWork.withoutSecrets(settled.object()), COLUMNS);
  }
}
