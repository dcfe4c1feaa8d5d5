package dev.goldenrod.cli.command.database;

import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for the snapshot schedule of a database: {@code goldenrod database schedule}. */
@Command(
    addMethodSubcommands = false,
    name = "schedule",
    description = "Schedule of a database's automatic snapshots.",
    mixinStandardHelpOptions = true)
final class ScheduleCommand extends NounCommand {
  private static final String NAMED = "Name or id of the database.";

  private static final Columns COLUMNS =
      Columns.named("/cron").with("cron").with("keep").with("NEXT", "/next_at").with("message");

  ScheduleCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "set",
      description = "Schedules snapshots of a database, of which the newest are kept.",
      footer = "  goldenrod database schedule set main --cron '0 3 * * *' --keep 7",
      mixinStandardHelpOptions = true)
  void set(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String database,
      @Option(
              names = "--cron",
              required = true,
              paramLabel = "CRON",
              description =
                  "Minute, hour, day, month and weekday of snapshots in UTC, as in '0 3 * * *'.")
          String cron,
      @Option(
              names = "--keep",
              required = true,
              paramLabel = "N",
              description = "Number of scheduled snapshots to keep, 1 to 1000.")
          int keep) {
    Session session = session(options);
    Map<String, Object> body = Map.of("cron", cron, "keep", keep);
    session.printer().one(session.api().put(path(session, database), body), COLUMNS);
  }

  @Command(
      name = "show",
      description = "Shows when the next snapshot is taken, and why the last one was not.",
      footer = "  goldenrod database schedule show main",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String database) {
    Session session = session(options);
    session.printer().one(session.api().get(path(session, database)), COLUMNS);
  }

  @Command(
      name = "delete",
      description = "Deletes the schedule; the snapshots that were taken stay.",
      footer = "  goldenrod database schedule delete main",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String database) {
    Session session = session(options);
    session.api().delete(path(session, database));
    session.say("the schedule is gone; snapshots that it took stay");
  }

  private static String path(Session session, String database) {
    return session.lookup().databasePathOf(database) + "/snapshot-schedule";
  }
}
