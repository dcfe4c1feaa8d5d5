package dev.goldenrod.dataplane.local.postgres;

import dev.goldenrod.dataplane.local.process.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The file by which a running PostgreSQL shows that a data directory is its own. */
final class PostmasterFile {
  private static final int STATUS_LINE = 7;
  private static final String READY = "ready";

  private final Path data;

  PostmasterFile(Path data) {
    this.data = data;
  }

  /** The server process that runs on the data directory. */
  Optional<ProcessHandle> process() {
    return pid().flatMap(pid -> Processes.find(pid, data));
  }

  /** Whether that process accepts logins. */
  boolean isReady(long pid) {
    List<String> lines = lines();
    return lines.size() > STATUS_LINE
        && lines.get(0).strip().equals(Long.toString(pid))
        && lines.get(STATUS_LINE).strip().equals(READY);
  }

  /**
   * Removes the file if a crash or a copy left it behind and its number now belongs to a stranger,
   * which PostgreSQL would take for its former self. A number that nobody has is left to
   * PostgreSQL, which also finds out whether the crashed server's children are still at work.
   */
  void removeIfStale() {
    boolean stranger = pid().flatMap(ProcessHandle::of).isPresent() && process().isEmpty();
    if (!stranger || !Processes.of(data).isEmpty()) {
      return;
    }
    try {
      Files.deleteIfExists(file());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the stale " + file(), e);
    }
  }

  private Path file() {
    return data.resolve("postmaster.pid");
  }

  private Optional<Long> pid() {
    try {
      return lines().stream().findFirst().map(line -> Long.parseLong(line.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(file());
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file(), e);
    }
  }
}
