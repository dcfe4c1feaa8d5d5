package dev.goldenrod.dataplane.local.server;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The pid file of a server in its data directory, in the engine's format. */
final class PidFile {
  private static final int LONGEST = 8192;
  private static final Logger LOG = LoggerFactory.getLogger(PidFile.class);

  private static final Duration CHILDREN_END = Duration.ofSeconds(5);

  private final Path volume;
  private final Path file;

  PidFile(DataVolume volume, String name) {
    this.volume = volume.root();
    this.file = volume.data().resolve(name);
  }

  /** Returns whether the volume has its own file. */
  boolean exists() {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  Optional<ProcessHandle> process() {
    return process(lines());
  }

  /**
   * Returns the server process if it runs and its lines match. Pid and lines come from one read,
   * since other lines of a crashed server must not be combined with a new server's pid.
   */
  Optional<ProcessHandle> processIf(Predicate<List<String>> test) {
    List<String> lines = lines();
    return test.test(lines) ? process(lines) : Optional.empty();
  }

  private Optional<ProcessHandle> process(List<String> lines) {
    return pid(lines).flatMap(pid -> Processes.find(pid, volume));
  }

  /**
   * Cleans up after a crashed server or in a copied directory: waits for the server's children, and
   * removes the file if another program has its pid by now, which an engine would mistake for its
   * own, or if a power failure left it empty, which keeps engines from starting.
   */
  void clearStale() {
    Optional<Long> pid = pid(lines());
    if ((pid.isEmpty() && !isEmpty())
        || process().isPresent()
        || !Processes.awaitNone(volume, CHILDREN_END)) {
      return;
    }
    if (isEmpty() || pid.flatMap(ProcessHandle::of).isPresent()) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot remove the stale " + file, e);
      }
    }
  }

  private boolean isEmpty() {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && file.toFile().length() == 0;
  }

  private static Optional<Long> pid(List<String> lines) {
    try {
      return lines.stream().findFirst().map(line -> Long.parseLong(line.strip()));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /**
   * The engine may have put anything there: links, pipes and the rest of huge files are ignored.
   *
   * @throws DataPlaneException if interrupted; the thread's interrupt status stays set
   */
  private List<String> lines() {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    // READ alone would block if a named pipe replaced the file after the check. With WRITE the open
    // returns, and the read at a position fails.
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      ByteBuffer buffer = ByteBuffer.allocate(LONGEST);
      channel.read(buffer, 0);
      return new String(buffer.array(), 0, buffer.position(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (ClosedByInterruptException e) {
      throw new DataPlaneException("interrupted while reading " + file, e);
    } catch (IOException e) {
      LOG.warn("Ignored the unreadable pid file {}: {}", file, e.toString());
      return List.of();
    }
  }
}
