package dev.goldenrod.cli.command.database;

import static dev.goldenrod.cli.command.database.DatabaseWork.COLUMNS;
import static dev.goldenrod.cli.command.database.DatabaseWork.RUNNING;
import static dev.goldenrod.cli.command.database.DatabaseWork.STOPPED;
import static dev.goldenrod.cli.command.database.DatabaseWork.path;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.CredentialColumns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.HelpOption;
import dev.goldenrod.cli.session.NounCommand;
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
    description = "Databases that last, of PostgreSQL, MySQL or MongoDB.",
    mixinStandardHelpOptions = true)
public final class DatabaseCommand extends NounCommand {
  private static final String NAMED = "Its name or id.";

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
          "Makes one: empty, of PostgreSQL if nothing else is asked for, or of what a golden holds.",
      footer = "  goldenrod database create main --type mysql --version 8.0 --memory 1g")
  void create(
      @Mixin HelpOption help,
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin NewDatabase origin,
      @Mixin DatabaseSize size,
      @Parameters(paramLabel = "NAME", description = "Its name: a-z, 0-9 and -, a letter first.")
          String name) {
    Session session = session(options);
    Map<String, Object> body = origin.body(session, name, size);
    new DatabaseWork(session).create(name, "/v1/databases", body, waiting);
  }

  @Command(
      name = "list",
      description = "Yours, or an admin's all, branches included.",
      footer = "  goldenrod database list -o name",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session
        .printer()
        .list(session.list("/v1/databases", "databases"), DatabaseWork.columns(session.printer()));
  }

  @Command(
      name = "show",
      description = "One of them, without its password.",
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
      description = "The login of one of yours, password included.",
      footer = "  goldenrod database credentials main -o json",
      mixinStandardHelpOptions = true)
  void credentials(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    Session session = session(options);
    JsonNode database = session.api().get(path(session.lookup().database(name)));
    if (!database.path("url").isTextual()) {
      throw new CliException(
          ExitCode.REFUSED,
          "database '%s' gives no login now: it is %s, and its owner alone is given one. %s"
              .formatted(name, database.path("status").asText(), database.path("message").asText()),
          "goldenrod database show " + name);
    }
    session.printer().one(credentials(database), CredentialColumns.ALL);
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
      description = "Makes a new password for one of yours and prints it; the old one ends.",
      footer = "  goldenrod database reset-credentials main --yes",
      mixinStandardHelpOptions = true)
  void resetCredentials(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    Session session = session(options);
    JsonNode database = session.lookup().database(name);
    String what = "the password of database '%s'".formatted(DatabaseWork.name(database));
    if (session.may(loss, "replace", what, List.of("what uses the old one is locked out"))) {
      session
          .printer()
          .one(session.api().post(path(database) + "/credentials/reset"), CredentialColumns.ALL);
    }
  }

  @Command(
      name = "start",
      description = "Starts one that is stopped.",
      footer = "  goldenrod database start main",
      mixinStandardHelpOptions = true)
  void start(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    change(session(options), name, "/start", RUNNING, waiting);
  }

  @Command(
      name = "stop",
      description = "Stops one; its data stays.",
      footer = "  goldenrod database stop main",
      mixinStandardHelpOptions = true)
  void stop(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    change(session(options), name, "/stop", STOPPED, waiting);
  }

  @Command(
      name = "restart",
      description = "Stops and starts one.",
      footer = "  goldenrod database restart main",
      mixinStandardHelpOptions = true)
  void restart(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    change(session(options), name, "/restart", RUNNING, waiting);
  }

  private static void change(
      Session session, String name, String verb, String wanted, WaitOptions waiting) {
    String path = path(session.lookup().database(name)) + verb;
    new DatabaseWork(session).print(session.api().post(path), wanted, waiting);
  }

  @Command(
      name = "upgrade-image",
      description = "Restarts one in the image that is configured now.",
      footer = "  goldenrod database upgrade-image main",
      mixinStandardHelpOptions = true)
  void upgradeImage(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name,
      @Option(
              names = "--reindex",
              description = "Rebuild its indexes, where the new image sorts otherwise.")
          boolean isReindexing) {
    Session session = session(options);
    String path = path(session.lookup().database(name)) + "/upgrade-image";
    JsonNode upgraded = session.api().post(path, Map.of("reindex", isReindexing));
    new DatabaseWork(session).print(upgraded, RUNNING, waiting);
  }

  @Command(
      name = "resize",
      description = "Changes what one may use.",
      footer = "  goldenrod database resize main --memory 2g --storage 10g",
      mixinStandardHelpOptions = true)
  void resize(
      @Mixin CommandOptions options,
      @Mixin DatabaseSize size,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    if (size.config().isEmpty()) {
      throw new CliException(
          ExitCode.USAGE,
          "nothing is to be changed; give --memory, --storage or --cpu",
          "goldenrod database resize --help");
    }
    Session session = session(options);
    JsonNode resized =
        session.api().patch(path(session.lookup().database(name)), Map.of("config", size.config()));
    if (!resized.path("message").asText().isEmpty()) {
      session.say(resized.path("message").asText());
    }
    session.printer().one(DatabaseWork.withoutSecrets(resized), COLUMNS);
  }

  @Command(
      name = "protect",
      description = "Has the deletion of one be refused, by force too.",
      footer = "  goldenrod database protect main",
      mixinStandardHelpOptions = true)
  void protect(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    new DatabaseWork(session(options)).protect(name, true);
  }

  @Command(
      name = "unprotect",
      description = "Has one be deleted again when somebody asks for it.",
      footer = "  goldenrod database unprotect main",
      mixinStandardHelpOptions = true)
  void unprotect(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DATABASE", description = NAMED) String name) {
    new DatabaseWork(session(options)).protect(name, false);
  }

  @Command(
      name = "promote",
      description = "Puts a branch in its parent's place: under its name, at its endpoint.",
      footer = "  goldenrod database promote feature --yes",
      mixinStandardHelpOptions = true)
  void promote(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "BRANCH", description = NAMED) String name) {
    Session session = session(options);
    JsonNode branch = session.lookup().database(name);
    String parent = branch.path("parent").asText("");
    List<String> alongside =
        parent.isEmpty()
            ? List.of()
            : List.of(
                "who is connected to '%s' finds the branch's data there".formatted(parent),
                "the database that was '%s' stays as a branch of the new one, '%s-old-…'"
                    .formatted(parent, parent));
    if (session.may(loss, "promote", "branch '%s'".formatted(name), alongside)) {
      new DatabaseWork(session).promote(branch, waiting);
    }
  }

  @Command(
      name = "delete",
      description = "Deletes one or more with their data and snapshots.",
      footer = "  goldenrod database delete main other --dry-run",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "DATABASE", arity = "1..*", description = "Their names or ids.")
          List<String> names,
      @Option(names = "--force", description = "Also what has branches, which live on without it.")
          boolean isForced) {
    Session session = session(options);
    List<JsonNode> databases = names.stream().distinct().map(session.lookup()::database).toList();
    new DatabaseWork(session).delete(databases, deletion, waiting, isForced);
  }
}
