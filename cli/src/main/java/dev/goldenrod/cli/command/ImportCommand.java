package dev.goldenrod.cli.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.archive.ArchiveImport;
import dev.goldenrod.cli.command.database.GoldenDatabase;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.DeleteOptions;
import dev.goldenrod.cli.session.NounCommand;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.session.WaitOptions;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Terminal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that create golden versions from sources and archives: {@code goldenrod import}. */
@Command(
    addMethodSubcommands = false,
    name = "import",
    description = "Jobs that create the next version of a golden from a source.",
    mixinStandardHelpOptions = true)
public final class ImportCommand extends NounCommand {
  private static final String NAMED = "Id of the import, or a golden for its newest import.";

  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private static final Columns COLUMNS =
      Columns.named("/id")
          .with("golden")
          .with("version")
          .with("phase")
          .with("PROGRESS", ImportCommand::progress)
          .with("SIZE", job -> Texts.bytes(job.path("size_bytes").asLong()))
          .with("cluster")
          .with("CREATED", "/created_at")
          .with("FINISHED", "/finished_at")
          .with("id")
          .with("message");

  public ImportCommand(Terminal terminal) {
    super(terminal);
  }

  private static String progress(JsonNode job) {
    JsonNode progress = job.path("progress");
    return progress.isObject()
        ? "%d/%d %s"
            .formatted(
                progress.path("done").asLong(),
                progress.path("total").asLong(),
                progress.path("unit").asText())
        : "";
  }

  @Command(
      name = "start",
      description = "Starts an import of a source, and waits for the new version.",
      footer = "  goldenrod import start shop --source db.example.com/shop",
      mixinStandardHelpOptions = true)
  void start(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(
              paramLabel = "GOLDEN",
              description = "Name of the golden, which is created if it does not exist.")
          String golden,
      @Option(
              names = "--source",
              paramLabel = "SOURCE",
              description = "Source by id, host/dbname, host or dbname (the only source).")
          @Nullable String source,
      @Option(
              names = "--pg-major",
              paramLabel = "VERSION",
              description =
                  "Expected major version of the source; a source with another version is refused.")
          @Nullable Integer major,
      @Option(
              names = "--cluster",
              paramLabel = "CLUSTER",
              description = "Cluster to run the import on, by name or id.")
          @Nullable String cluster) {
    Session session = session(options, waiting);
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("source_id", source(session, source).path("id").asText());
    body.put("golden", golden);
    body.put("pg_major", major);
    body.put("cluster", cluster);
    body.values().removeIf(value -> value == null);
    JsonNode job = session.apiFor(waiting).post("/v1/imports", body);
    finish(session, job, waiting);
  }

  @Command(
      name = "archive",
      description =
          "Imports an archive of 'goldenrod export' as the next version of a golden, and with"
              + " --database creates a database from it. If interrupted, the same command resumes.",
      footer = "  goldenrod import archive shop --from shop.goldenrod",
      mixinStandardHelpOptions = true)
  void archive(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Parameters(
              paramLabel = "GOLDEN",
              arity = "0..1",
              description =
                  "Name of the golden, which is created if it does not exist (the name of the"
                      + " database).")
          @Nullable String golden,
      @Option(
              names = "--from",
              paramLabel = "FILE|s3://BUCKET/KEY",
              required = true,
              description = "Archive file, or object in S3, with the settings of AWS's own tools.")
          String from,
      @Option(
              names = "--database",
              paramLabel = "NAME",
              description = "Name of a database to create from the archive; the golden stays.")
          @Nullable String database,
      @Option(
              names = "--cluster",
              paramLabel = "CLUSTER",
              description = "Cluster to import to, by name or id.")
          @Nullable String cluster,
      @Option(
              names = "--trust",
              description =
                  "Do not ask whether you trust the creator of the archive. The question is asked"
                      + " if your own server does not run as root: its databases run as its own"
                      + " user, and a forged archive may run programs as that user.")
          boolean isTrusted) {
    if (golden == null && database == null) {
      throw new CliException(
          ExitCode.USAGE, "give the name of a golden, or of a database with --database");
    }
    Session session = session(options);
    ArchiveImport archive = new ArchiveImport(session, from, cluster == null ? "" : cluster);
    Runnable trust = isTrusted ? () -> {} : archive::requireTrust;
    if (database == null) {
      archive.run(golden, trust);
      return;
    }
    GoldenDatabase made = new GoldenDatabase(session, database);
    ArchiveImport.Version version =
        archive.importIfNew(
            golden == null ? "" : golden,
            golden == null ? database : golden,
            () -> {
              made.requireFree();
              trust.run();
            });
    made.create(version.golden(), version.number(), cluster, waiting);
  }

  @Command(
      name = "watch",
      description = "Waits until an import ends, and prints its progress.",
      footer = "  goldenrod import watch shop",
      mixinStandardHelpOptions = true)
  void watch(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "IMPORT", description = NAMED) String name,
      @Option(
              names = "--timeout",
              paramLabel = "TIME",
              defaultValue = "7d",
              converter = WaitOptions.AsDuration.class,
              description = "How long to wait (${DEFAULT-VALUE}); then exit with 6.")
          Duration timeout) {
    WaitOptions waiting = WaitOptions.lasting(timeout);
    Session session = session(options, waiting);
    finish(session, session.lookup().importJob(name), waiting);
  }

  private static void finish(Session session, JsonNode job, WaitOptions waiting) {
    if (!waiting.isWaiting()) {
      session.printer().one(job, COLUMNS);
      session.next("goldenrod import watch " + job.path("id").asText());
      return;
    }
    JsonNode ended = ended(session, job, waiting);
    ended.path("warnings").forEach(warning -> session.warn(warning.asText()));
    if (ended.path("phase").asText().equals("Failed")) {
      throw new CliException(
          ExitCode.REFUSED,
          "%s failed: %s".formatted(described(job), ended.path("message").asText()),
          "goldenrod import show " + job.path("id").asText());
    }
    session.printer().one(ended, COLUMNS);
    session.next("goldenrod clone create " + job.path("golden").asText());
  }

  private static JsonNode ended(Session session, JsonNode job, WaitOptions waiting) {
    String id = job.path("id").asText();
    return session
        .waits()
        .await(
            "import of " + job.path("golden").asText(),
            "/v1/imports/" + id,
            "phase",
            ENDED,
            waiting,
            "goldenrod import watch " + id);
  }

  @Command(
      name = "list",
      description = "Lists the imports, newest first.",
      footer = "  goldenrod import list --limit 10",
      mixinStandardHelpOptions = true)
  void list(
      @Mixin CommandOptions options,
      @Option(
              names = "--limit",
              paramLabel = "NUMBER",
              defaultValue = "100",
              description = "Maximum number of imports to list (${DEFAULT-VALUE}).")
          int limit) {
    Session session = session(options);
    session.printer().list(session.pages("/v1/imports", "imports", limit), COLUMNS);
  }

  @Command(
      name = "show",
      description = "Shows an import.",
      footer = "  goldenrod import show shop -o json",
      mixinStandardHelpOptions = true)
  void show(
      @Mixin CommandOptions options,
      @Parameters(paramLabel = "IMPORT", description = NAMED) String name) {
    Session session = session(options);
    session.printer().one(session.lookup().importJob(name), COLUMNS);
  }

  @Command(
      name = "cancel",
      description = "Cancels a running import, and waits until what it created is removed.",
      footer = "  goldenrod import cancel shop",
      mixinStandardHelpOptions = true)
  void cancel(
      @Mixin CommandOptions options,
      @Mixin WaitOptions waiting,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "IMPORT", description = NAMED) String name) {
    Session session = session(options, waiting);
    JsonNode job = session.lookup().importJob(name);
    String phase = job.path("phase").asText();
    if (ENDED.contains(phase)) {
      throw new CliException(
          ExitCode.CONFLICT,
          "%s has already ended: %s".formatted(described(job), phase),
          "goldenrod import show " + job.path("id").asText());
    }
    if (deletion.confirm(session, "cancel", described(job), List.of())) {
      String path = "/v1/imports/" + job.path("id").asText() + "/cancel";
      JsonNode told = session.apiFor(waiting).post(path);
      session.printer().one(waiting.isWaiting() ? ended(session, told, waiting) : told, COLUMNS);
    }
  }

  @Command(
      name = "delete",
      description =
          "Deletes the record of an import that has ended; the version that it created stays.",
      footer = "  goldenrod import delete shop --yes",
      mixinStandardHelpOptions = true)
  void delete(
      @Mixin CommandOptions options,
      @Mixin DeleteOptions deletion,
      @Parameters(paramLabel = "IMPORT", description = NAMED) String name) {
    Session session = session(options);
    JsonNode job = session.lookup().importJob(name);
    String what = "the record of " + described(job);
    deletion.delete(session, what, List.of(), "/v1/imports/" + job.path("id").asText());
  }

  private static String described(JsonNode job) {
    return "import %s of golden %s, version %d"
        .formatted(
            job.path("id").asText(), job.path("golden").asText(), job.path("version").asInt());
  }

  private static JsonNode source(Session session, @Nullable String source) {
    return source == null ? session.lookup().onlySource() : session.lookup().source(source);
  }
}
