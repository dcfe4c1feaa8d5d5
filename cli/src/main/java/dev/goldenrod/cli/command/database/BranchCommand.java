package dev.goldenrod.cli.command.database;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for branches, the writable copies of databases: {@code goldenrod branch}. */
@Command(
    addMethodSubcommands = false,
    name = "branch",
    description = "Writable copies of databases that store only the differences.",
    mixinStandardHelpOptions = true)
public final class BranchCommand extends NounCommand {
  public BranchCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "create",
      description = "Creates a branch of a database, from its current state or from a snapshot.",
      footer = "  goldenrod branch create main feature --from-snapshot before-release",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "PARENT", description = "Name or id of the database.") String parent,
      @Parameters(paramLabel = "NAME", description = "Name of the new branch.") String name,
      @Option(
              names = "--from-snapshot",
              paramLabel = "SNAPSHOT",
              description = "Snapshot of the parent, by name or id (its current state).")
          @Nullable String snapshot,
      @Option(
              names = "--description",
              paramLabel = "TEXT",
              description = "Description of the branch.")
          @Nullable String description) {
    Session session = session(options, waiting);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("name", name);
    if (description != null) {
      body.put("description", description);
    }
    String origin =
        snapshot == null
            ? session.lookup().databasePathOf(parent)
            : SnapshotCommand.path(session.lookup().snapshot(snapshot, parent));
    new DatabaseWork(session).create(name, origin + "/branches", body, waiting);
  }

  @Command(
      name = "list",
      description = "Lists the branches of a database, or all branches.",
      footer = "  goldenrod branch list main",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin CommandOptions options,
      @Parameters(
              paramLabel = "DATABASE",
              arity = "0..1",
              description = "Database whose branches to list, by name or id (all).")
          @Nullable String parent) {
    Session session = session(options);
    session
        .printer()
        .list(
            parent == null
                ? all(session)
                : session.list(session.lookup().databasePathOf(parent) + "/branches", "branches"),
            DatabaseWork.columns(session.printer()));
  }

  private static ArrayNode all(Session session) {
    ArrayNode branches = JsonNodeFactory.instance.arrayNode();
    session
        .lookup()
        .databases()
        .forEach(
            database -> {
              if (database.path("parent").isTextual()) {
                branches.add(database);
              }
            });
    return branches;
  }

  @Command(
      name = "delete",
      description = "Deletes one or more branches with their data; their parents are not changed.",
      footer = "  goldenrod branch delete feature other --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(
              paramLabel = "BRANCH",
              arity = "1..*",
              description = "Names or ids of the branches.")
          List<String> names,
      @Option(
              names = "--force",
              description = "Also delete a branch that has branches of its own, which stay.")
          boolean isForced) {
    Session session = session(options, waiting);
    List<JsonNode> branches =
        names.stream()
            .distinct()
            .map(name -> branch(session, name, "goldenrod database delete " + name))
            .toList();
    new DatabaseWork(session).delete(branches, deletion, waiting, isForced);
  }

  /**
   * Returns the branch of that name or id.
   *
   * @param instead the command to suggest if it is no branch
   */
  static JsonNode branch(Session session, String name, String instead) {
    JsonNode branch = session.lookup().database(name);
    if (!branch.path("parent").isTextual()) {
      throw new CliException(
          ExitCode.CONFLICT, "'%s' is not a branch of another database".formatted(name), instead);
    }
    return branch;
  }
}
