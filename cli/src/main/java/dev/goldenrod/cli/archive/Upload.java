package dev.goldenrod.cli.archive;

import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.session.Session;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.cli.terminal.Pause;
import dev.goldenrod.client.Archives;
import dev.goldenrod.client.Archives.Archive;
import dev.goldenrod.client.Archives.RegisterArchiveRequest;
import dev.goldenrod.client.GoldenrodClient;
import java.time.Duration;
import java.util.Optional;

/** Uploads an archive to a server, resuming where an earlier command stopped. */
final class Upload {
  private static final int CHUNK_BYTES = 1 << 20;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final Archives archives;
  private final ArchiveSource source;
  private final String id;
  private final String cluster;

  Upload(Session session, ArchiveSource source, String cluster) {
    this.archives = new GoldenrodClient(session.api().options()).archives();
    this.source = source;
    this.id = source.id().toString();
    this.cluster = cluster;
  }

  /** Returns the archive if it was already imported as a version. */
  Optional<Archive> known() {
    return Optional.of(archives.get(id, cluster)).filter(archive -> archive.version() != null);
  }

  /**
   * Sends the archive and registers it as a version of the golden. A server that restarts meanwhile
   * keeps what it received, and unpacks it again when registration is repeated.
   */
  Archive run(String golden, Progress progress) {
    RegisterArchiveRequest request = new RegisterArchiveRequest(golden);
    send(progress);
    Archive archive = unpacked(archives.register(id, cluster, request), progress);
    while (archive.version() == null) {
      pause();
      send(progress);
      archive = unpacked(archives.register(id, cluster, request), progress);
    }
    return archive;
  }

  private Archive unpacked(Archive registered, Progress progress) {
    Archive archive = registered;
    while (archive.status().equals("unpacking")) {
      progress.say(archive.message().isEmpty() ? "unpacking" : "unpacking; " + archive.message());
      pause();
      archive = archives.get(id, cluster);
    }
    requireNotFailed(archive);
    return archive;
  }

  private void send(Progress progress) {
    Archive archive = archives.get(id, cluster);
    boolean isThere = archive.status().equals("ready") || archive.status().equals("unpacking");
    while (!isThere && archive.receivedBytes() < source.size()) {
      long offset = archive.receivedBytes();
      progress.say("sending", new Progress.Step(offset, source.size(), "bytes"));
      int length = (int) Math.min(CHUNK_BYTES, source.size() - offset);
      archive = archives.append(id, cluster, offset, source.read(offset, length));
    }
  }

  private static void requireNotFailed(Archive archive) {
    if (archive.status().equals("failed")) {
      throw new CliException(ExitCode.REFUSED, archive.message());
    }
  }

  private static void pause() {
    Pause.sleep(PAUSE, ExitCode.REFUSED, "interrupted; the same command resumes");
  }
}
