package dev.goldenrod.dataplane.local.snapshot;

import dev.goldenrod.KeyedLocks;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.local.file.DurableFile;
import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The uploaded files of archives that are not unpacked yet. Thread-safe. */
final class ReceivedArchives {
  private static final String ENDING = ".received";

  /** Disk space that uploads leave free for everything else. */
  private static final long RESERVED_BYTES = 1L << 30;

  private final Path folder;
  private final KeyedLocks<UUID> locks = new KeyedLocks<>();

  ReceivedArchives(Path folder) {
    this.folder = folder;
  }

  long bytes(UUID id) {
    try {
      return Files.exists(file(id)) ? Files.size(file(id)) : 0;
    } catch (IOException e) {
      throw unusable(id, e);
    }
  }

  /**
   * Appends bytes to the archive.
   *
   * @throws ArchiveRefusedException if the offset is not the number of received bytes, or a limit
   *     is reached
   */
  void append(UUID id, long offset, byte[] bytes) {
    locks.lock(id);
    try {
      ArchiveRules.requireOffset(id, bytes(id), offset);
      if (offset == 0) {
        requireFew(id);
      }
      OwnerOnly.makeFolder(folder);
      requireRoom(bytes.length);
      write(file(id), offset, bytes);
    } catch (IOException e) {
      throw unusable(id, e);
    } finally {
      locks.unlock(id);
    }
  }

  private void requireFew(UUID id) {
    Set<UUID> others = ids();
    others.remove(id);
    if (others.size() >= ArchiveRules.MOST_RECEIVED) {
      throw ArchiveRules.tooMany();
    }
  }

  private void requireRoom(int bytes) throws IOException {
    long free = Files.getFileStore(folder).getUsableSpace();
    if (free - bytes < RESERVED_BYTES) {
      throw new ArchiveRefusedException(
          "only %d bytes are free in %s, too few for an archive; free up space, or choose a --data-dir on a larger disk"
              .formatted(free, folder));
    }
  }

  private static void write(Path file, long offset, byte[] bytes) throws IOException {
    if (offset == 0 && !Files.exists(file)) {
      Files.createFile(file, OwnerOnly.FILE);
      DurableFile.force(file.getParent());
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer, offset + buffer.position());
      }
      channel.force(true);
    }
  }

  InputStream open(UUID id) throws IOException {
    return Files.newInputStream(file(id));
  }

  void delete(UUID id) {
    try {
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw unusable(id, e);
    }
  }

  /**
   * If the limit of archives is reached, deletes a failed one that was kept for another attempt, or
   * else the longest idle one (for {@code ArchiveRules.LONG_IDLE} at least).
   *
   * @param next the archive that needs the place
   * @param atWork archives that are being unpacked and are never deleted
   */
  Optional<UUID> evictIfFull(UUID next, Set<UUID> failed, Set<UUID> atWork, Instant now) {
    Set<UUID> others = ids();
    others.remove(next);
    if (others.size() < ArchiveRules.MOST_RECEIVED) {
      return Optional.empty();
    }
    others.removeAll(atWork);
    Optional<UUID> leaving =
        others.stream()
            .filter(failed::contains)
            .findFirst()
            .or(() -> longestIdle(others, now.minus(ArchiveRules.LONG_IDLE)));
    leaving.ifPresent(this::delete);
    return leaving;
  }

  private Optional<UUID> longestIdle(Set<UUID> some, Instant since) {
    return some.stream()
        .filter(id -> lastAddedTo(id).isBefore(since))
        .min(Comparator.comparing(this::lastAddedTo));
  }

  void deleteIdle(Duration idle, Instant now) {
    ids().stream().filter(id -> lastAddedTo(id).isBefore(now.minus(idle))).forEach(this::delete);
  }

  private Instant lastAddedTo(UUID id) {
    try {
      return Files.getLastModifiedTime(file(id)).toInstant();
    } catch (NoSuchFileException gone) {
      return Instant.MAX;
    } catch (IOException e) {
      throw unusable(id, e);
    }
  }

  Set<UUID> ids() {
    if (!Files.isDirectory(folder)) {
      return new HashSet<>();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(ENDING))
          .flatMap(
              name -> VolumeNames.id(name.substring(0, name.length() - ENDING.length())).stream())
          .collect(Collectors.toCollection(HashSet::new));
    } catch (IOException e) {
      throw new DataPlaneException("cannot list %s: %s".formatted(folder, e), e);
    }
  }

  private Path file(UUID id) {
    return folder.resolve(id + ENDING);
  }

  private DataPlaneException unusable(UUID id, IOException e) {
    return new DataPlaneException(
        "archive %s in %s cannot be used: %s".formatted(id, folder, e), e);
  }
}
