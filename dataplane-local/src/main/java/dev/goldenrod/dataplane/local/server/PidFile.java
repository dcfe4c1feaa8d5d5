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

/** The file by which a running server shows that a data directory is its own. */
final class PidFile {
  private static final int LONGEST = 8192;
  private static final Logger LOG = LoggerFactory.getLogger(PidFile.class);

  private static final Duration CHILDREN_END = Duration.ofSeconds(5);

  private final Path volume;
  private final Path file;

  /** The file of that name in the volume's data directory. */
  PidFile(DataVolume volume, String name) {
    this.volume = volume.root();
    this.file = volume.data().resolve(name);
  }

  /** Whether the volume has one of its own. */
  boolean exists() {
    return Files.exists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /** The server process that runs on the data directory. */
  Optional<ProcessHandle> process() {
    return process(lines());
  }

  /**
   * The server process, if it runs and its lines pass. Both are of one reading: beside the number
   * of a server that just began, the lines of the one that crashed before it would say too much.
   */
  Optional<ProcessHandle> processIf(Predicate<List<String>> test) {
    List<String> lines = lines();
    return test.test(lines) ? process(lines) : Optional.empty();
  }

  private Optional<ProcessHandle> process(List<String> lines) {
    return pid(lines).flatMap(pid -> Processes.find(pid, volume));
  }

  /**
   * Clears up after a server that crashed or whose directory was copied: waits until its children
   * are gone, and removes the file if its number now belongs to a stranger, which an engine would
   * take for its former self, or if a power failure left it empty, with which none starts.
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
   * Its lines. The engine can put anything there: a link, a pipe or a huge file says nothing.
   *
   * @throws DataPlaneException when interrupted, which stays visible to the thread
   */
  private List<String> lines() {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    // Opened for writing too, a pipe does not block the caller; and it has no position to read at.
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
      LOG.warn("{} is not what an engine writes: {}", file, e.toString());
      return List.of();
    }
  }
}
