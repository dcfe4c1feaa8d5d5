package dev.goldenrod.cli.command.database;

import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints the schema changes of a branch: {@code goldenrod diff}. */
@Command(
    name = "diff",
    description =
        "Prints the SQL that turns the schema of a branch's parent into that of the branch.",
    footer = "  goldenrod diff feature",
    mixinStandardHelpOptions = true)
public final class DiffCommand implements Runnable {
  private final Terminal terminal;

  @Mixin private CommandOptions options;

  @Parameters(paramLabel = "BRANCH", description = "Name or id of the branch.")
  private String name;

  public DiffCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options);
    String path = DatabaseWork.path(session.lookup().database(name)) + "/schema-changes";
    String sql = session.api().getText(path);
    if (Sql.isEmpty(sql)) {
      session.say("the schemas do not differ");
    }
    long losing = sql.lines().filter(line -> line.startsWith("-- loses data: ")).count();
    if (losing > 0) {
      session.warn("%d comments '-- loses data' tell which data may be lost".formatted(losing));
    }
    Sql.print(session, name, sql);
  }
}
