package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for snapshots of databases: {@code goldenrod snapshot}. */
@Command(
    addMethodSubcommands = false,
    name = "snapshot",
    description = "Snapshots of databases, from which branches can be created.",
    mixinStandardHelpOptions = true)
public final class SnapshotCommand extends NounCommand {
  private static final String NAMED =
      "Id of the snapshot, or its name if only one snapshot has it.";
  private static final String OF = "Database of the snapshot, if several snapshots have the name.";

  private static final Columns COLUMNS =
      Columns.named("/name")
          .with("name")
          .with("database")
          .with("status")
          .with("SIZE", snapshot -> Texts.bytes(snapshot.path("size_bytes").asLong()))
          .with("CREATED", "/created_at")
          .with("id")
          .with("description")
          .with("message");

  public SnapshotCommand(Terminal terminal) {
    super(terminal);
  }

  static String path(JsonNode snapshot) {
    return "/v1/snapshots/" + snapshot.path("id").asText();
  }

  @Command(
      name = "create",
      description = "Takes a snapshot of a database.",
      footer = "  goldenrod snapshot create main before-release",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "DATABASE", description = "Name or id of the database.")
          String database,
      @Parameters(paramLabel = "NAME", description = "Name of the new snapshot.") String name,
      @Option(
              names = "--description",
              paramLabel = "TEXT",
              description = "Description of the snapshot.")
          @Nullable String description) {
    Session session = session(options, waiting);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("name", name);
    if (description != null) {
      body.put("description", description);
    }
    JsonNode of = session.lookup().database(database);
    String path = ResourceLookup.databasePath(of) + "/snapshots" + waiting.query();
    JsonNode snapshot = session.apiFor(waiting).post(path, body);
    if (waiting.isWaiting()) {
      snapshot = taken(session, of, snapshot, waiting);
    }
    session.printer().one(snapshot, COLUMNS);
    session.next("goldenrod snapshot branch %s NAME".formatted(snapshot.path("id").asText()));
  }

  private static JsonNode taken(
      Session session, JsonNode database, JsonNode begun, WaitOptions waiting) {
    JsonNode taken =
        isTaken(begun)
            ? begun
            : session
                .waits()
                .awaitFound(
                    "snapshot " + begun.path("name").asText(),
                    "creating",
                    bounded ->
                        Optional.of(current(bounded, database, begun))
                            .filter(SnapshotCommand::isTaken),
                    waiting,
                    "goldenrod snapshot list " + DatabaseWork.name(database));
    if (taken.path("status").asText().equals("failed")) {
      throw new CliException(
          ExitCode.REFUSED,
          "snapshot '%s' failed: %s"
              .formatted(begun.path("name").asText(), taken.path("message").asText()),
          "goldenrod snapshot delete " + begun.path("id").asText());
    }
    return taken;
  }

  private static boolean isTaken(JsonNode snapshot) {
    return List.of("ready", "failed").contains(snapshot.path("status").asText());
  }

  private static JsonNode current(Session session, JsonNode database, JsonNode snapshot) {
    String id = snapshot.path("id").asText();
    return ResourceLookup.one(
        "snapshot",
        id,
        ResourceLookup.in(session.lookup().snapshots(database), id, "id"),
        "goldenrod snapshot list");
  }

  @Command(
      name = "list",
      description = "Lists the snapshots of a database, or all snapshots.",
      footer = "  goldenrod snapshot list main",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin CommandOptions options,
      @Parameters(
              paramLabel = "DATABASE",
              arity = "0..1",
              description = "Database whose snapshots to list, by name or id (all).")
          @Nullable String database) {
    Session session = session(options);
    session
        .printer()
        .list(
            database == null
                ? all(session)
                : session.lookup().snapshots(session.lookup().database(database)),
            COLUMNS);
  }

  private static ArrayNode all(Session session) {
    ArrayNode snapshots = JsonNodeFactory.instance.arrayNode();
    session
        .lookup()
        .databases()
        .forEach(database -> snapshots.addAll(session.lookup().snapshots(database)));
    return snapshots;
  }

  @Command(
      name = "branch",
      description = "Creates a branch from a snapshot.",
      footer = "  goldenrod snapshot branch before-release feature",
      mixinStandardHelpOptions = true)
  void branch(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "SNAPSHOT", description = NAMED) String snapshot,
      @Parameters(paramLabel = "NAME", description = "Name of the new branch.") String name,
      @Option(names = "--database", paramLabel = "DATABASE", description = OF)
          @Nullable String database) {
    Session session = session(options, waiting);
    String path = path(session.lookup().snapshot(snapshot, database)) + "/branches";
    new DatabaseWork(session).create(name, path, Map.of("name", name), waiting);
  }

  @Command(
      name = "delete",
      description = "Deletes a snapshot; branches that were created from it stay.",
      footer = "  goldenrod snapshot delete before-release --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "SNAPSHOT", description = NAMED) String name,
      @Option(names = "--database", paramLabel = "DATABASE", description = OF)
          @Nullable String database) {
    Session session = session(options, waiting);
    JsonNode snapshot = session.lookup().snapshot(name, database);
    String of = snapshot.path("database").asText();
    String what = "snapshot '%s' of database %s".formatted(snapshot.path("name").asText(), of);
    if (deletion.confirm(session, "delete", what, List.of())) {
      session.apiFor(waiting).delete(path(snapshot));
      String id = snapshot.path("id").asText();
      session
          .waits()
          .awaitGone(
              what,
              bounded ->
                  ResourceLookup.in(
                          bounded.lookup().snapshots(bounded.lookup().database(of)), id, "id")
                      .isEmpty(),
              waiting,
              "goldenrod snapshot list");
    }
  }
}
