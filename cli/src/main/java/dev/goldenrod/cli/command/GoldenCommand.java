package dev.goldenrod.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for goldens: {@code goldenrod golden}. */
@Command(
    addMethodSubcommands = false,
    name = "golden",
    description = "Immutable, versioned snapshots that clones are created from.",
    mixinStandardHelpOptions = true)
public final class GoldenCommand extends NounCommand {
  private static final String NAMED = "Name or id of the golden.";

  private static final Columns COLUMNS =
      Columns.named("/name")
          .with("name")
          .with("substrate")
          .with("VERSION", "/latest_version")
          .with(
              "SHARED", golden -> golden.path("share_scope").asText().equals("org") ? "yes" : "no")
          .with("PROTECTED", golden -> golden.path("protected").asBoolean() ? "yes" : "no")
          .with("CREATED", "/created_at");

  private static final Columns VERSIONS =
      Columns.named("/version")
          .with("version")
          .with("status")
          .with("SIZE", version -> Texts.bytes(version.path("size_bytes").asLong()))
          .with("cluster")
          .with("MASKED", version -> version.path("masking").isObject() ? "yes" : "no")
          .with("SOURCE", "/source_ref")
          .with("CREATED", "/created_at");

  private static final Columns REGISTERED =
      Columns.named("/version").with("version").with("ID", "/snapshot_id");

  public GoldenCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "list",
      description = "Lists the goldens that you can see.",
      footer = "  goldenrod golden list -o json",
      mixinStandardHelpOptions = true)
  void list(@Mixin CommandOptions options) {
    Session session = session(options);
    session.printer().list(session.lookup().goldens(), COLUMNS);
  }

  @Command(
      name = "show",
      description = "Shows a golden.",
      footer = "  goldenrod golden show shop",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = NAMED) String name) {
    Session session = session(options);
    session.printer().one(session.lookup().golden(name), COLUMNS);
  }

  @Command(
      name = "versions",
      description = "Lists the versions of a golden.",
      footer = "  goldenrod golden versions shop",
      mixinStandardHelpOptions = true)
  void versions(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = NAMED) String name) {
    Session session = session(options);
    String path = path(session.lookup().golden(name)) + "/versions";
    session.printer().list(session.list(path, "versions"), VERSIONS);
  }

  @Command(
      name = "share",
      description = "Allows every member to see a golden and to create clones of it.",
      footer = "  goldenrod golden share shop",
      mixinStandardHelpOptions = true)
  void share(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = NAMED) String name) {
    share(session(options), name, true);
  }

  @Command(
      name = "unshare",
      description = "Allows only admins to see a golden; its clones stay.",
      footer = "  goldenrod golden unshare shop",
      mixinStandardHelpOptions = true)
  void unshare(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = NAMED) String name) {
    share(session(options), name, false);
  }

  private static void share(Session session, String name, boolean isShared) {
    session.api().post(path(session.lookup().golden(name)) + "/share", Map.of("shared", isShared));
    session.printer().one(session.lookup().golden(name), COLUMNS);
  }

  @Command(
      name = "protect",
      description = "Protects a golden from deletion, even with --force.",
      footer = "  goldenrod golden protect shop",
      mixinStandardHelpOptions = true)
  void protect(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = NAMED) String name) {
    protect(session(options), name, true);
  }

  @Command(
      name = "unprotect",
      description = "Removes the protection of a golden from deletion.",
      footer = "  goldenrod golden unprotect shop",
      mixinStandardHelpOptions = true)
  void unprotect(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = NAMED) String name) {
    protect(session(options), name, false);
  }

  private static void protect(Session session, String name, boolean wanted) {
    String path = path(session.lookup().golden(name));
    session.printer().one(session.api().patch(path, Map.of("protected", wanted)), COLUMNS);
  }

  @Command(
      name = "register",
      description = "Registers an existing volume snapshot as the next version of a golden.",
      footer = "  goldenrod golden register shop --handle dir:/var/lib/dumps/shop",
      mixinStandardHelpOptions = true)
  void register(
      @Mixin CommandOptions options,
      @Parameters(
              paramLabel = "GOLDEN",
              description = "Name of the golden, which is created if it does not exist.")
          String name,
      @Option(
              names = "--handle",
              required = true,
              paramLabel = "HANDLE",
              description = "Handle of the snapshot, as the data plane names it.")
          String handle,
      @Option(
              names = "--substrate",
              defaultValue = "postgres",
              paramLabel = "ENGINE",
              description = "postgres, mysql or mongodb (${DEFAULT-VALUE}).")
          String substrate,
      @Option(
              names = "--source-ref",
              paramLabel = "TEXT",
              description = "Note on the origin of the snapshot.")
          @Nullable String sourceRef,
      @Option(
              names = "--size-bytes",
              paramLabel = "BYTES",
              description = "Size of the snapshot in bytes.")
          @Nullable Long sizeBytes) {
    Session session = session(options);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("name", name);
    body.put("substrate", substrate);
    body.put("vsc_handle", handle);
    body.put("source_ref", sourceRef);
    body.put("size_bytes", sizeBytes);
    body.values().removeIf(value -> value == null);
    JsonNode registered = session.api().post(ResourceLookup.GOLDENS + "/versions", body);
    session.printer().one(registered, REGISTERED);
    session.next("goldenrod clone create " + name, "goldenrod golden share " + name);
  }

  @Command(
      name = "delete",
      description = "Deletes a golden with its versions, and with --force also its clones.",
      footer = "  goldenrod golden delete shop --force --dry-run",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "GOLDEN", description = NAMED) String typed,
      @Option(names = "--force", description = "Also delete the golden's live clones.")
          boolean isForced) {
    Session session = session(options, waiting);
    JsonNode golden = session.lookup().golden(typed);
    String name = golden.path("name").asText();
    if (golden.path("protected").asBoolean()) {
      throw new CliException(
          ExitCode.CONFLICT,
          "golden '%s' is protected from deletion".formatted(name),
          "goldenrod golden unprotect " + name);
    }
    List<String> clones = clones(session, name);
    if (!isForced && !clones.isEmpty()) {
      requireOperator(session);
      throw new CliException(
          ExitCode.CONFLICT,
          "golden '%s' has live clones: %s".formatted(name, String.join("; ", clones)),
          "goldenrod golden delete --force " + name);
    }
    String what = "golden '%s' with its versions".formatted(name);
    if (deletion.confirm(session, "delete", what, clones)) {
      session.apiFor(waiting).delete(path(golden) + (isForced ? "?force=true" : ""));
      session
          .waits()
          .awaitGone(
              "golden " + name,
              bounded -> isGone(bounded, golden) && clones(bounded, name).isEmpty(),
              waiting,
              "goldenrod golden list");
    }
  }

  private static void requireOperator(Session session) {
    String role = session.read(api -> api.get("/v1/auth/me")).path("role").asText();
    if (List.of("viewer", "user").contains(role)) {
      throw new CliException(
          ExitCode.NOT_ALLOWED,
          "only an operator or admin may delete a golden; your role is '%s'".formatted(role),
          "goldenrod whoami");
    }
  }

  private static List<String> clones(Session session, String golden) {
    return ResourceLookup.all(session.lookup().clones()).stream()
        .filter(clone -> clone.path("golden").asText().equals(golden))
        .filter(clone -> !clone.path("phase").asText().equals("Terminating"))
        .map(
            clone ->
                "clone %s (%s)"
                    .formatted(ResourceLookup.cloneName(clone), clone.path("phase").asText()))
        .toList();
  }

  private static boolean isGone(Session session, JsonNode golden) {
    return ResourceLookup.all(session.lookup().goldens()).stream()
        .noneMatch(other -> other.path("id").equals(golden.path("id")));
  }

  private static String path(JsonNode golden) {
    return ResourceLookup.GOLDENS + "/" + golden.path("id").asText();
  }
}
