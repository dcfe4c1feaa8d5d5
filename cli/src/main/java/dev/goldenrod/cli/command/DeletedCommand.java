package dev.goldenrod.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for deleted databases and goldens that can be restored: {@code goldenrod deleted}. */
@Command(
    addMethodSubcommands = false,
    name = "deleted",
    description = "Deleted databases and goldens that can still be restored.",
    mixinStandardHelpOptions = true)
public final class DeletedCommand extends NounCommand {
  private static final String NAMED = "Former name, or id, of the deleted resource.";

  private static final Columns COLUMNS =
      Columns.named("/name")
          .with("name")
          .with("kind")
          .with("DELETED AT", "/deleted_at")
          .with("RESTORABLE UNTIL", "/restorable_until")
          .with("id");

  private static final Columns RESTORED =
      Columns.named("/name").with("name").with("kind").with("id");

  public DeletedCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "list",
      description = "Lists the deleted databases and goldens that you may restore.",
      footer = "  goldenrod deleted list",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.list("/v1/deleted", "deleted"), COLUMNS);
  }

  @Command(
      name = "restore",
      description = "Restores a deleted database or golden; a database starts automatically.",
      footer = "  goldenrod deleted restore shop --as shop-of-monday",
      mixinStandardHelpOptions = true)
  void restore(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "DELETED", description = NAMED) String name,
      @Option(
              names = "--as",
              paramLabel = "NAME",
              defaultValue = "",
              description = "New name (the former name).")
          String newName) {
    Session session = session(options);
    String path = path(session.lookup().deleted(name)) + "/restore";
    JsonNode restored = session.api().post(path, Map.of("name", newName));
    session.printer().one(restored, RESTORED);
    session.next(
        "goldenrod %s show %s"
            .formatted(restored.path("kind").asText(), restored.path("name").asText()));
  }

  @Command(
      name = "delete",
      description =
          "Permanently deletes a deleted database or golden before its restore period ends.",
      footer = "  goldenrod deleted delete shop --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "DELETED", description = NAMED) String name) {
    Session session = session(options);
    JsonNode deleted = session.lookup().deleted(name);
    String what =
        "the deleted %s '%s'"
            .formatted(deleted.path("kind").asText(), deleted.path("name").asText());
    List<String> loss =
        List.of(
            "its data, which can be restored until " + deleted.path("restorable_until").asText());
    deletion.delete(session, what, loss, path(deleted));
  }

  private static String path(JsonNode deleted) {
    return "/v1/deleted/" + deleted.path("id").asText();
  }
}
