package dev.goldenrod.cli.command;

import static dev.goldenrod.cli.session.ResourceLookup.cloneName;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.command.database.DatabaseWork;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.DeleteOptions.AffectedResource;
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
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for clones of goldens: {@code goldenrod clone}. */
@Command(
    addMethodSubcommands = false,
    name = "clone",
    description = "Clones of goldens: temporary databases, each with its own login.",
    mixinStandardHelpOptions = true)
public final class CloneCommand extends NounCommand {
  private static final String NAMED = "Name or id of the clone.";

  private static final Columns FACTS =
      Columns.named(ResourceLookup::cloneName)
          .with("name")
          .with("golden")
          .with("VERSION", "/golden_version")
          .with("phase")
          .with("endpoint")
          .with("LEFT", clone -> Texts.until(clone.path("expires_at").asText()))
          .with("id");

  static final Columns COLUMNS = FACTS.with("message");

  /** Omits the messages of Ready clones, which would clutter a list. */
  private static final Columns LIST =
      FACTS.with(
          "MESSAGE",
          it -> it.path("phase").asText().equals("Ready") ? "" : it.path("message").asText());

  public CloneCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "create",
      description = "Creates a clone of a golden.",
      footer = "  goldenrod clone create shop one --ttl 2h",
      mixinStandardHelpOptions = true)
  void create(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(paramLabel = "GOLDEN", description = "Golden to clone, by name or id.")
          String golden,
      @Parameters(
              paramLabel = "NAME",
              arity = "0..1",
              description = "Name of the new clone (none).")
          @Nullable String name,
      @Option(
              names = "--ttl",
              paramLabel = "TIME",
              defaultValue = "8h",
              description = "Lifetime of the clone, as in 90m or 7d (${DEFAULT-VALUE}).")
          String ttl,
      @Option(
              names = "--size",
              paramLabel = "SIZE",
              description = "small, medium or large (small).")
          @Nullable String size,
      @Option(
              names = "--golden-version",
              paramLabel = "VERSION",
              description = "The golden's version (the latest).")
          @Nullable Integer version,
      @Option(
              names = "--cluster",
              paramLabel = "CLUSTER",
              description = "Cluster to run the clone on, by name or id.")
          @Nullable String cluster) {
    Session session = session(options, waiting);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("golden", session.lookup().goldenName(golden));
    body.put("ttl", ttl);
    body.put("name", name);
    body.put("size", size);
    body.put("version", version);
    body.put("cluster", cluster);
    body.values().removeIf(value -> value == null);
    JsonNode clone = session.create("/v1/instances", body, waiting, "goldenrod clone list");
    print(session, clone, waiting);
    session.next("goldenrod clone credentials " + cloneName(clone));
  }

  private static void print(Session session, JsonNode clone, WaitOptions waiting) {
    session.printer().one(waiting.isWaiting() ? ready(session, clone, waiting) : clone, COLUMNS);
  }

  /** Waits until the clone is {@code Ready} and returns it. */
  static JsonNode ready(Session session, JsonNode clone, WaitOptions waiting) {
    String id = clone.path("id").asText();
    JsonNode settled =
        session
            .waits()
            .await(
                "clone " + cloneName(clone),
                "/v1/instances/" + id,
                "phase",
                Set.of("Ready", "Failed"),
                waiting,
                "goldenrod clone show " + id);
    if (settled.path("phase").asText().equals("Failed")) {
      throw new CliException(
          ExitCode.REFUSED,
          "clone %s failed: %s".formatted(id, settled.path("message").asText()),
          "goldenrod clone delete " + id);
    }
    return settled;
  }

  @Command(
      name = "list",
      description = "Lists your clones; for an admin, all clones.",
      footer = "  goldenrod clone list -o csv",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.lookup().clones(), session.printer().isTable() ? LIST : COLUMNS);
  }

  @Command(
      name = "show",
      description = "Shows a clone.",
      footer = "  goldenrod clone show one",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "CLONE", description = NAMED) String name) {
    Session session = session(options);
    session.printer().one(session.lookup().clone(name), COLUMNS);
  }

  @Command(
      name = "credentials",
      description = "Prints the login of one of your clones, including the password.",
      footer = "  goldenrod clone credentials one -o name",
      mixinStandardHelpOptions = true)
  void credentials(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "CLONE", description = NAMED) String name) {
    Session session = session(options);
    String path = path(session.lookup().clone(name)) + "/credentials";
    session.printer().one(session.api().get(path), Columns.OF_CREDENTIALS);
  }

  @Command(
      name = "reset-credentials",
      description =
          "Replaces the password of one of your clones and prints the new one; the old one stops"
              + " working.",
      footer = "  goldenrod clone reset-credentials one --yes",
      mixinStandardHelpOptions = true)
  void resetCredentials(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "CLONE", description = NAMED) String name) {
    Session session = session(options);
    JsonNode clone = session.lookup().clone(name);
    String what = "the password of clone '%s'".formatted(cloneName(clone));
    DatabaseWork.resetCredentials(session, loss, what, path(clone));
  }

  @Command(
      name = "extend",
      description = "Extends the lifetime of a clone.",
      footer = "  goldenrod clone extend one 2d",
      mixinStandardHelpOptions = true)
  void extend(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "CLONE", description = NAMED) String name,
      @Parameters(
              paramLabel = "TIME",
              description =
                  "New lifetime from now on, as in 90m or 7d; must end later than the current one.")
          String ttl) {
    Session session = session(options);
    String path = path(session.lookup().clone(name)) + "/extend";
    session.printer().one(session.api().post(path, Map.of("ttl", ttl)), COLUMNS);
  }

  @Command(
      name = "reset",
      description = "Recreates a clone from the same version of its golden; its changes are lost.",
      footer = "  goldenrod clone reset one --yes",
      mixinStandardHelpOptions = true)
  void reset(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "CLONE", description = NAMED) String name) {
    Session session = session(options, waiting);
    JsonNode clone = session.lookup().clone(name);
    if (loss.confirm(session, "reset", described(clone), List.of("all changes in the clone"))) {
      print(session, session.apiFor(waiting).post(path(clone) + "/reset"), waiting);
    }
  }

  @Command(
      name = "refresh",
      description = "Recreates a clone from the golden's latest version; its changes are lost.",
      footer = "  goldenrod clone refresh one --yes",
      mixinStandardHelpOptions = true)
  void refresh(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions loss,
      @Parameters(paramLabel = "CLONE", description = NAMED) String name,
      @Option(
              names = "--golden",
              paramLabel = "GOLDEN",
              description = "Another golden to recreate the clone from.")
          @Nullable String golden) {
    Session session = session(options, waiting);
    JsonNode clone = session.lookup().clone(name);
    if (loss.confirm(session, "refresh", described(clone), List.of("all changes in the clone"))) {
      Map<String, String> body =
          golden == null ? Map.of() : Map.of("golden", session.lookup().goldenName(golden));
      print(session, session.apiFor(waiting).post(path(clone) + "/refresh", body), waiting);
    }
  }

  @Command(
      name = "delete",
      description = "Deletes one or more clones with all their changes.",
      footer = "  goldenrod clone delete one two --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "CLONE", arity = "1..*", description = "Names or ids of the clones.")
          List<String> names) {
    Session session = session(options, waiting);
    List<JsonNode> clones = names.stream().distinct().map(session.lookup()::clone).toList();
    List<AffectedResource> resources =
        clones.stream().map(it -> new AffectedResource(described(it), List.of())).toList();
    if (deletion.confirm(session, "delete", resources)) {
      clones.forEach(it -> session.apiFor(waiting).delete(path(it)));
      clones.forEach(it -> awaitGone(session, it, waiting));
    }
  }

  private static void awaitGone(Session session, JsonNode clone, WaitOptions waiting) {
    session
        .waits()
        .awaitGone(
            "clone " + cloneName(clone),
            bounded -> bounded.api().find(path(clone)).isEmpty(),
            waiting,
            "goldenrod status");
  }

  private static String path(JsonNode clone) {
    return "/v1/instances/" + clone.path("id").asText();
  }

  private static String described(JsonNode clone) {
    return "clone '%s' of golden %s, version %d"
        .formatted(
            cloneName(clone), clone.path("golden").asText(), clone.path("golden_version").asInt());
  }
}
