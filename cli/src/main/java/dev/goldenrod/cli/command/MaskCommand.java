package dev.goldenrod.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.ResourceLookup;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for masking rules and attestations: {@code goldenrod mask}. */
@Command(
    addMethodSubcommands = false,
    name = "mask",
    description = "Rules by which imports mask rows, and their attestations.",
    mixinStandardHelpOptions = true)
public final class MaskCommand extends NounCommand {
  private static final String SOURCE =
      "Id of the source, or its host/dbname, host or dbname if only one source has it.";

  private static final Columns RULES =
      Columns.named("/version")
          .with("version")
          .with("SET BY", "/created_by")
          .with("SET", "/created_at");

  private static final Columns PLAN = Columns.named("/rules").with("rules");

  private static final Columns CHECK = Columns.named("/complete").with("complete").with("findings");

  private static final Columns PREVIEW =
      Columns.named("/column").with("row").with("column").with("before").with("after");

  public MaskCommand(Terminal terminal) {
    super(terminal);
  }

  @Command(
      name = "plan",
      description = "Proposes rules for a source, from its catalogue and samples of its rows.",
      footer = "  goldenrod mask plan db.example.com/shop",
      mixinStandardHelpOptions = true)
  void plan(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "SOURCE", description = SOURCE) String name) {
    Session session = session(options);
    JsonNode plan = session.api().post(path(session, name) + "/plan", Map.of());
    if (session.printer().isTable()) {
      session.printer().text(plan.path("rules").asText());
    } else {
      session.printer().one(plan, PLAN);
    }
  }

  @Command(
      name = "set",
      description = "Sets the rules of a source, which its later imports use.",
      footer = "  goldenrod mask set db.example.com/shop masking.yaml",
      mixinStandardHelpOptions = true)
  void set(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "SOURCE", description = SOURCE) String name,
      @Parameters(paramLabel = "FILE", description = "Rules file, in YAML or JSON.") Path file) {
    Session session = session(options);
    JsonNode rules = session.api().put(path(session, name), Map.of("rules", read(session, file)));
    session.printer().one(rules, RULES);
  }

  @Command(
      name = "show",
      description = "Shows the rules of a source.",
      footer = "  goldenrod mask show db.example.com/shop",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "SOURCE", description = SOURCE) String name) {
    Session session = session(options);
    JsonNode rules = session.api().get(path(session, name));
    if (session.printer().isTable()) {
      session.printer().text(rules.path("rules").asText());
    } else {
      session.printer().one(rules, RULES);
    }
  }

  @Command(
      name = "check",
      description = {
        "Compares rules with the schema of a source.",
        "Prints the rules to add, and exits with 1, if an import with the rules would fail."
      },
      footer = "  goldenrod mask check db.example.com/shop masking.yaml",
      mixinStandardHelpOptions = true)
  void check(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "SOURCE", description = SOURCE) String name,
      @Parameters(
              paramLabel = "FILE",
              arity = "0..1",
              description = "Rules file, in YAML or JSON (the rules of the source).")
          @Nullable Path file) {
    Session session = session(options);
    Map<String, Object> body = file == null ? Map.of() : Map.of("rules", read(session, file));
    JsonNode check = session.api().post(path(session, name) + "/check", body);
    List<JsonNode> findings = ResourceLookup.all(check.path("findings"));
    if (session.printer().isTable()) {
      findings.forEach(finding -> print(session, finding));
    } else {
      session.printer().one(check, CHECK);
    }
    if (!check.path("complete").asBoolean()) {
      long errors = findings.stream().filter(it -> it.path("error").asBoolean()).count();
      throw new CliException(
          ExitCode.REFUSED,
          "an import with these rules fails: %d rules are missing or do not fit".formatted(errors),
          "goldenrod mask plan " + name);
    }
    session.say("the rules fit the schema of the source");
  }

  private static void print(Session session, JsonNode finding) {
    String kind = finding.path("error").asBoolean() ? "# " : "# warning: ";
    String lines = finding.path("lines_to_add").asText("");
    session
        .printer()
        .text(kind + finding.path("message").asText() + (lines.isEmpty() ? "" : "\n" + lines));
  }

  @Command(
      name = "preview",
      description = {
        "Shows ten rows of a table before and after masking.",
        "For admins, to a terminal only: the rows before masking are those of the source."
      },
      footer = "  goldenrod mask preview db.example.com/shop public.customer",
      mixinStandardHelpOptions = true)
  void preview(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "SOURCE", description = SOURCE) String name,
      @Parameters(
              paramLabel = "TABLE",
              description = "Table as in the rules, for example public.customer.")
          String table) {
    Session session = session(options);
    if (!session.terminal().terminals().contains("out")) {
      throw new CliException(
          ExitCode.USAGE, "rows of a source are shown on a terminal only, not in files or pipes");
    }
    JsonNode preview = session.api().post(path(session, name) + "/preview", Map.of("table", table));
    session.printer().list(cells(preview), PREVIEW);
  }

  private static ArrayNode cells(JsonNode preview) {
    ArrayNode cells = JsonNodeFactory.instance.arrayNode();
    for (int row = 0; row < preview.path("before").size(); row++) {
      for (int column = 0; column < preview.path("columns").size(); column++) {
        cells
            .addObject()
            .put("row", row + 1)
            .put("column", preview.at("/columns/" + column).asText())
            .put("before", cell(preview, "before", row, column))
            .put("after", cell(preview, "after", row, column));
      }
    }
    return cells;
  }

  private static String cell(JsonNode preview, String side, int row, int column) {
    JsonNode value = preview.at("/%s/%d/%d".formatted(side, row, column));
    return value.isTextual() ? value.asText() : "NULL";
  }

  @Command(
      name = "require",
      description =
          "Refuses clones, pools and databases of a golden's versions that were not masked.",
      footer = "  goldenrod mask require shop",
      mixinStandardHelpOptions = true)
  void require(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = "Name or id of the golden.") String name,
      @Option(names = "--off", description = "Allow them again.") boolean isOff) {
    Session session = session(options);
    JsonNode golden = session.lookup().golden(name);
    session
        .api()
        .patch(
            ResourceLookup.GOLDENS + "/" + golden.path("id").asText(),
            Map.of("require_masking", !isOff));
    session.say(
        "golden '%s' %s masking"
            .formatted(golden.path("name").asText(), isOff ? "no longer requires" : "requires"));
  }

  @Command(
      name = "verify",
      description = {
        "Verifies the attestation of a golden's version, and prints what was checked.",
        "The signature proves that the attestation is unchanged. Compare the signer with the one that"
            + " you trust, for example with --signer."
      },
      footer = "  goldenrod mask verify shop 3 --signer 1f2e3d4c5b6a7988",
      mixinStandardHelpOptions = true)
  void verify(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "GOLDEN", description = "Name or id of the golden.") String name,
      @Parameters(paramLabel = "VERSION", description = "Number of the version.") int version,
      @Option(
              names = "--signer",
              paramLabel = "ID",
              description = "Identifier that the signer must have (any).")
          @Nullable String signer) {
    Session session = session(options);
    JsonNode golden = session.lookup().golden(name);
    String path =
        "%s/%s/versions/%d/attestation"
            .formatted(ResourceLookup.GOLDENS, golden.path("id").asText(), version);
    SignedDocument document = SignedDocument.parse(session.read(it -> it.getText(path)));
    document.requireSigned(signer);
    document.requireSubject(golden.path("name").asText() + "@" + version);
    document.print(session.printer());
    document.requirePassed();
  }

  private static String path(Session session, String source) {
    return "/v1/sources/" + session.lookup().source(source).path("id").asText() + "/masking";
  }

  private static String read(Session session, Path file) {
    try {
      return Files.readString(session.terminal().directory().resolve(file));
    } catch (IOException e) {
      throw new CliException(
          ExitCode.USAGE, "cannot read the rules file %s: %s".formatted(file, e.getMessage()));
    }
  }
}
