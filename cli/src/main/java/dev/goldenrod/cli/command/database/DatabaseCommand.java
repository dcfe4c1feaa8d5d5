package dev.goldenrod.cli.command.database;

import static dev.goldenrod.cli.command.database.DatabaseWork.COLUMNS;
import static dev.goldenrod.cli.command.database.DatabaseWork.RUNNING;
import static dev.goldenrod.cli.command.database.DatabaseWork.STOPPED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for long-lived databases: {@code goldenrod database}. */
@Command(
    addMethodSubcommands = false,
    name = "database",
    description = "Long-lived databases of PostgreSQL, MySQL or MongoDB.",
    mixinStandardHelpOptions = true)
public final class DatabaseCommand extends NounCommand {
  private static final String NAMED = "Name or id of the database.";

  public DatabaseCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  public List<NounCommand> nouns() {
    return List.of(new ScheduleCommand(terminal()));
  }

  @Command(
      name = "create",
      description =
          "Creates a database: empty (of PostgreSQL unless --type is given), or from a golden.",
      footer = "  goldenrod database create main --type mysql --version 8.0 --memory 1g")
  void create(
      @Mixin DatabaseOptions.Help help,
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DatabaseOptions.Origin origin,
      @Mixin DatabaseOptions.Size size,
      @Parameters(
              paramLabel = "NAME",
              description = "Name of the database: a-z, 0-9 and -, beginning with a letter.")
          String name) {
    Session session = session(options, waiting);
    Map<String, Object> body = origin.body(session, name, size);
    new DatabaseWork(session).create(name, "/v1/databases", body, waiting);
  }

  @Command(
      name = "list",
      description = "Lists your databases, including branches; for an admin, all databases.",
      footer = "  goldenrod database list -o name",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.lookup().databases(), DatabaseWork.columns(session.printer()));
  }

  @Command(
      name = "show",
      description = "Shows a database, without its password.",
      footer = "  goldenrod database show main",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    Session session = session(options);
    session.printer().one(session.lookup().database(name), DatabaseWork.SHOWN);
  }

  @Command(
      name = "credentials",
      description = "Prints the login of one of your databases, including the password.",
      footer = "  goldenrod database credentials main -o json",
      mixinStandardHelpOptions = true)
  void credentials(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    Session session = session(options);
    JsonNode database = session.api().get(session.lookup().databasePathOf(name));
    if (!database.path("url").isTextual()) {
      throw new CliException(
          ExitCode.REFUSED,
          ("no login of database '%s' is available: it is %s, and only its owner can see the login."
                  + " %s")
              .formatted(name, database.path("status").asText(), database.path("message").asText()),
          "goldenrod database show " + name);
    }
    session.printer().one(credentials(database), Columns.OF_CREDENTIALS);
  }

  private static JsonNode credentials(JsonNode database) {
    JsonNode connection = database.path("connection");
    ObjectNode login = JsonNodeFactory.instance.objectNode();
    login.set("uri", database.path("url"));
    login.set("host", connection.path("host"));
    login.set("port", connection.path("port"));
    login.set("dbname", connection.path("database"));
    login.set("username", connection.path("username"));
    login.set("password", connection.path("password"));
    return login;
  }

  @Command(
      name = "reset-credentials",
      description =
          "Replaces the password of one of your databases and prints the new one; the old one stops"
              + " working.",
      footer = "  goldenrod database reset-credentials main --yes",
      mixinStandardHelpOptions = true)
  void resetCredentials(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    Session session = session(options);
    JsonNode database = session.lookup().database(name);
    String what = "the password of database '%s'".formatted(DatabaseWork.name(database));
    DatabaseWork.resetCredentials(session, loss, what, ResourceLookup.databasePath(database));
  }

  @Command(
      name = "start",
      description = "Starts a stopped database.",
      footer = "  goldenrod database start main",
      mixinStandardHelpOptions = true)
  void start(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    change(session(options, waiting), name, "/start", RUNNING, waiting);
  }

  @Command(
      name = "stop",
      description = "Stops a database; its data stays.",
      footer = "  goldenrod database stop main",
      mixinStandardHelpOptions = true)
  void stop(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    change(session(options, waiting), name, "/stop", STOPPED, waiting);
  }

  @Command(
      name = "restart",
      description = "Restarts a database.",
      footer = "  goldenrod database restart main",
      mixinStandardHelpOptions = true)
  void restart(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    change(session(options, waiting), name, "/restart", RUNNING, waiting);
  }

  private static void change(
      Session session, String name, String verb, String wanted, WaitOptions waiting) {
    String path = session.lookup().databasePathOf(name) + verb;
    new DatabaseWork(session).print(session.apiFor(waiting).post(path), wanted, waiting);
  }

  @Command(
      name = "upgrade-image",
      description = "Restarts a database with the currently configured image.",
      footer = "  goldenrod database upgrade-image main",
      mixinStandardHelpOptions = true)
  void upgradeImage(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name,
      @Option(
              names = "--reindex",
              description = "Rebuild the indexes if the new image sorts text differently.")
          boolean isReindexing) {
    Session session = session(options, waiting);
    String path = session.lookup().databasePathOf(name) + "/upgrade-image";
    JsonNode upgraded = session.apiFor(waiting).post(path, Map.of("reindex", isReindexing));
    new DatabaseWork(session).print(upgraded, RUNNING, waiting);
  }

  @Command(
      name = "resize",
      description = "Changes the memory, storage or CPU of a database.",
      footer = "  goldenrod database resize main --memory 2g --storage 10g",
      mixinStandardHelpOptions = true)
  void resize(
      @Mixin CommandOptions options,
      @Mixin DatabaseOptions.Size size,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    if (size.config().isEmpty()) {
      throw new CliException(
          ExitCode.USAGE,
          "nothing to change; give --memory, --storage or --cpu",
          "goldenrod database resize --help");
    }
    Session session = session(options);
    JsonNode resized =
        session.api().patch(session.lookup().databasePathOf(name), Map.of("config", size.config()));
    if (!resized.path("message").asText().isEmpty()) {
      session.say(resized.path("message").asText());
    }
    session.printer().one(DatabaseWork.withoutSecrets(resized), COLUMNS);
  }

  @Command(
      name = "protect",
      description = "Protects a database from deletion, even with --force.",
      footer = "  goldenrod database protect main",
      mixinStandardHelpOptions = true)
  void protect(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    new DatabaseWork(session(options)).protect(name, true);
  }

  @Command(
      name = "unprotect",
      description = "Removes the protection of a database from deletion.",
      footer = "  goldenrod database unprotect main",
      mixinStandardHelpOptions = true)
  void unprotect(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    new DatabaseWork(session(options)).protect(name, false);
  }

  @Command(
      name = "promote",
      description =
          "Replaces the parent of a branch by the branch, which takes over its name and endpoint.",
      footer = "  goldenrod database promote feature --yes",
      mixinStandardHelpOptions = true)
  void promote(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "BRANCH", description = NAMED) String name) {
    Session session = session(options, waiting);
    JsonNode branch = BranchCommand.branch(session, name, "goldenrod branch list");
    String parent = branch.path("parent").asText();
    List<String> alongside =
        List.of(
            "clients of '%s' find the branch's data there".formatted(parent),
            "the former database '%s' stays as a branch of the new one, named '%s-old-…'"
                .formatted(parent, parent));
    if (loss.confirm(session, "promote", "branch '%s'".formatted(name), alongside)) {
      new DatabaseWork(session).promote(branch, waiting);
    }
  }

  @Command(
      name = "delete",
      description = "Deletes one or more databases with their data and snapshots.",
      footer = "  goldenrod database delete main other --dry-run",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(
              paramLabel = "DATABASE",
              arity = "1..*",
              description = "Names or ids of the databases.")
          List<String> names,
      @Option(
              names = "--force",
              description = "Also delete a database that has branches, which stay.")
          boolean isForced) {
    Session session = session(options, waiting);
    List<JsonNode> databases = names.stream().distinct().map(session.lookup()::database).toList();
    new DatabaseWork(session).delete(databases, deletion, waiting, isForced);
  }
}
