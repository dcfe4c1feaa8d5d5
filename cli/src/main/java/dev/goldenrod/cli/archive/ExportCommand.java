package dev.goldenrod.cli.archive;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.CommandOptions;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.client.Archives;
import dev.goldenrod.client.Archives.ArchivePart;
import dev.goldenrod.client.GoldenrodClient;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a snapshot to a file or to an object in S3: {@code goldenrod export}. */
@Command(
    name = "export",
    description =
        "Exports a snapshot of a PostgreSQL database to a file or to S3, to be imported elsewhere."
            + " If interrupted, the same command resumes.",
    footer = {
      "  goldenrod export before-release --to shop.goldenrod",
      "  goldenrod export before-release --to s3://backups/shop.goldenrod"
    },
    mixinStandardHelpOptions = true)
public final class ExportCommand implements Runnable {
  private final Terminal terminal;

  @Mixin private CommandOptions options;

  @Parameters(
      paramLabel = "SNAPSHOT",
      description = "Id of the snapshot, or its name if only one snapshot has it.")
  private String name;

  @Option(
      names = "--to",
      paramLabel = "FILE|s3://BUCKET/KEY",
      required = true,
      description =
          "File to create, called FILE.part until it is complete; or object in S3, with the"
              + " settings of AWS's own tools.")
  private String to;

  @Option(
      names = "--restart",
      description = "Discard an unfinished earlier export to the same place, and start over.")
  private boolean isRestart;

  @Option(
      names = "--database",
      paramLabel = "DATABASE",
      description = "Database of the snapshot, if several snapshots have the name.")
  private @Nullable String database;

  public ExportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public void run() {
    Session session = Session.open(terminal, options);
    JsonNode snapshot = session.lookup().snapshot(name, database);
    String id = snapshot.path("id").asText();
    try (ExportTarget target = ExportTarget.open(session, to, isRestart)) {
      long bytes = export(session, id, target);
      session.say("exported to %s, %s".formatted(target, Texts.bytes(bytes)));
      session.next("goldenrod import archive GOLDEN --from " + to);
    }
  }

  /** Returns the size of the archive in bytes. */
  private static long export(Session session, String id, ExportTarget target) {
    Archives archives = new GoldenrodClient(session.api().options()).archives();
    try (Progress progress = session.progressThatResumes(target.unfinished())) {
      ArchivePart first = archives.part(id, 0);
      int next = target.resume(first.bytes(), first.parts());
      if (next == 0) {
        target.append(first.bytes());
        next = 1;
      }
      for (int number = next; number < first.parts(); number++) {
        target.reportProgress(progress, number, first.parts());
        target.append(archives.part(id, number).bytes());
      }
      return target.finish();
    }
  }
}
