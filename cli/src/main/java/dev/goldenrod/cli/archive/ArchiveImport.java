package dev.goldenrod.cli.archive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.config.Context;
import dev.goldenrod.cli.config.UserConfig;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.output.Texts;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.Archives.Archive;
import java.util.Objects;
import java.util.Optional;

/** Imports an archive as a version of a golden, for {@code goldenrod import archive}. */
public final class ArchiveImport {
  private static final Columns COLUMNS =
      Columns.named("/golden").with("golden").with("version").with("golden_id");
  private static final String FORGED =
      "this server runs databases as its own user, so a forged archive may run programs as that user";

  private final Session session;
  private final String from;
  private final String cluster;

  /** The golden version that an archive was imported as. */
  public record Version(String golden, int number, String goldenId) {
    private static Version of(String golden, Archive archive) {
      return new Version(
          golden,
          Objects.requireNonNull(archive.version()),
          Objects.requireNonNull(archive.snapshotId()));
    }
  }

  /**
   * @param from path or S3 address of the archive
   * @param cluster name or id of the target cluster; empty for any
   */
  public ArchiveImport(Session session, String from, String cluster) {
    this.session = session;
    this.from = from;
    this.cluster = cluster;
  }

  /**
   * Imports the archive as the next version of the golden and prints that version.
   *
   * @param beforeSending check to run unless the archive was already imported
   */
  public void run(String golden, Runnable beforeSending) {
    Version version = importIfNew(golden, golden, beforeSending);
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    made.put("golden", version.golden()).put("version", version.number());
    made.put("golden_id", version.goldenId());
    session.printer().one(made, COLUMNS);
    session.next("goldenrod clone create " + version.golden());
  }

  /**
   * Returns the version that the archive was imported as, after importing it if necessary.
   *
   * @param golden the only golden accepted for an archive that was already imported; empty for any
   * @param otherwise the golden to import a new archive into
   * @param beforeSending check to run unless the archive was already imported
   */
  public Version importIfNew(String golden, String otherwise, Runnable beforeSending) {
    try (ArchiveSource source = ArchiveSource.of(session, from)) {
      if (source.size() == 0) {
        throw new CliException(
            ExitCode.REFUSED, "'%s' is not an archive: it is empty".formatted(from));
      }
      Upload upload = new Upload(session, source, cluster);
      Optional<Version> known = upload.known().map(this::named);
      if (known.filter(it -> golden.isEmpty() || golden.equals(it.golden())).isPresent()) {
        session.say(
            "'%s' was already imported as version %d of golden '%s'"
                .formatted(from, known.get().number(), known.get().golden()));
        return known.get();
      }
      beforeSending.run();
      Version made = sent(upload, otherwise);
      session.say(
          "imported '%s' as version %d of golden '%s'"
              .formatted(from, made.number(), made.golden()));
      return made;
    }
  }

  private Version named(Archive archive) {
    JsonNode golden = session.lookup().golden(String.valueOf(archive.snapshotId()));
    return Version.of(golden.path("name").asText(), archive);
  }

  private Version sent(Upload upload, String golden) {
    Archive archive;
    try (Progress progress = session.progressThatResumes("the server")) {
      archive = upload.run(golden, progress);
    }
    if (!archive.message().isEmpty()) {
      session.warn(archive.message());
    }
    return Version.of(golden, archive);
  }

  /**
   * Asks whether the user trusts the archive's creator if the server runs engines as its own user.
   *
   * @throws CliException if the user declines or cannot be asked
   */
  public void requireTrust() {
    boolean isAtRisk =
        UserConfig.load(session.terminal()).contexts().stream()
            .filter(context -> context.url().equals(session.target().url()))
            .anyMatch(Context::hasEnginesOfItsUser);
    if (!isAtRisk) {
      return;
    }
    String shown = Texts.oneLine(from);
    if (!session.canAsk()) {
      throw new CliException(
          ExitCode.USAGE,
          "%s; cannot ask here whether you trust the creator of '%s'".formatted(FORGED, shown),
          session.options().retypedWith("--trust"));
    }
    String answer =
        session
            .terminal()
            .ask("%s.%nDo you trust the creator of '%s'? [y/N] ".formatted(FORGED, shown));
    if (!answer.matches("(?i)y|yes")) {
      throw new CliException(ExitCode.REFUSED, "nothing was imported");
    }
  }
}
