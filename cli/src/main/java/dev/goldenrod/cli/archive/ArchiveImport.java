package dev.goldenrod.cli.archive;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.goldenrod.cli.output.Columns;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.Archives.Archive;

/** A version of a golden out of an archive: {@code goldenrod import archive}. */
public final class ArchiveImport {
  private static final Columns COLUMNS =
      Columns.named("/golden").with("golden").with("version").with("golden_id");

  private ArchiveImport() {}

  /**
   * Brings the archive to the session's server, and prints the version that it became.
   *
   * @param from the archive's file, or its address in S3
   * @param cluster where to, by name or id; empty for any
   */
  public static void run(Session session, String golden, String from, String cluster) {
    Archive archive = brought(session, golden, from, cluster);
    if (!archive.message().isEmpty()) {
      session.warn(archive.message());
    }
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    made.put("golden", golden).put("version", archive.version());
    made.put("golden_id", archive.snapshotId());
    session.printer().one(made, COLUMNS);
    session.next("goldenrod clone create " + golden);
  }

  private static Archive brought(Session session, String golden, String from, String cluster) {
    try (ArchiveSource source = ArchiveSource.of(session, from);
        Progress progress = session.progress()) {
      if (source.size() == 0) {
        throw new CliException(ExitCode.REFUSED, "'%s' is empty, and no archive".formatted(from));
      }
      return new Upload(session, source, cluster).run(golden, progress);
    }
  }
}
