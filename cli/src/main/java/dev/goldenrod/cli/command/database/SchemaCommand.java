package dev.goldenrod.cli.command.database;

import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints a database's schema: {@code goldenrod schema}. */
@Command(
    name = "schema",
    description = "Prints the schema of a database or branch as SQL.",
    footer = "  goldenrod schema main",
    mixinStandardHelpOptions = true)
public final class SchemaCommand implements Runnable {
  private final Terminal terminal;

  @Mixin private CommandOptions options;

  @Parameters(paramLabel = "DATABASE", description = "Name or id of the database or branch.")
  private String name;

  public SchemaCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options);
    String path = DatabaseWork.path(session.lookup().database(name)) + "/schema";
    Sql.print(session, name, session.api().getText(path));
  }
}
