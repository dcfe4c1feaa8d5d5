package dev.goldenrod.dataplane.local.snapshot;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.RecentEntries;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.archive.SnapshotParts;
import dev.goldenrod.dataplane.archive.SnapshotTar;
import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile;
import dev.goldenrod.dataplane.archive.SnapshotTar.ArchivedFile.Kind;
import dev.goldenrod.dataplane.archive.SnapshotTar.FilePieces;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.SnapshotArchives;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Archives of the snapshots of this machine's PostgreSQL databases. Thread-safe. */
public final class LocalArchives implements SnapshotArchives, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalArchives.class);
  private static final int MOST_FAILURES = 100;

  private final VolumeStore volumes;
  private final ReceivedArchives received;
  private final ArchiveVolumes made;
  private final SnapshotParts parts = new SnapshotParts(this::look);
  private final Set<UUID> unpacking = ConcurrentHashMap.newKeySet();
  private final Map<UUID, String> failures =
      Collections.synchronizedMap(new RecentEntries<>(MOST_FAILURES));
  private final ExecutorService executor =
      Executors.newFixedThreadPool(ArchiveRules.MOST_UNPACKED, new DaemonThreads("archive"));

  private LocalArchives(VolumeStore volumes, ReceivedArchives received, ArchiveVolumes made) {
    this.volumes = volumes;
    this.received = received;
    this.made = made;
  }

  public static LocalArchives open(PreparationContext context, Installations installations) {
    LocalArchives archives =
        new LocalArchives(
            context.volumes(),
            new ReceivedArchives(context.root().archives()),
            new ArchiveVolumes(context, installations));
    archives.sweep();
    return archives;
  }

  private void sweep() {
    try {
      received.deleteIdle(ArchiveRules.LONGEST_IDLE, Instant.now());
      Set<UUID> left = made.unfinished();
      left.removeAll(received.ids());
      left.forEach(made::removeUnfinished);
    } catch (DataPlaneException e) {
      LOG.warn("Cannot delete abandoned archives, will retry on restart: {}", e.getMessage());
    }
  }

  @Override
  public ArchivePart read(UUID snapshot, int part) {
    if (!volumes.exists(LocalSnapshots.name(snapshot))) {
      throw ArchiveRules.gone(snapshot);
    }
    try {
      return parts.read(snapshot, part);
    } catch (IOException e) {
      throw new DataPlaneException("snapshot %s cannot be read: %s".formatted(snapshot, e), e);
    }
  }

  private SnapshotTar look(UUID snapshot) throws IOException {
    String volume = LocalSnapshots.name(snapshot);
    DataVolume data = DataVolume.of(volumes, volume);
    DatabaseInfo info = data.info();
    ArchiveRules.requireExportable(info.type());
    String database = SnapshotFacts.of(data).name();
    SnapshotFiles files = new SnapshotFiles(volumes.files(volume));
    return SnapshotTar.of(
        new ArchiveFacts.Origin(
            info.type(),
            info.release(),
            snapshot,
            database == null ? "" : database,
            ArchiveVolumes.LocalPlatform.HERE),
        files.kinds(),
        files);
  }

  @Override
  public void append(UUID archive, long offset, byte[] bytes) {
    if (made.observe(archive).isPresent() || unpacking.contains(archive)) {
      throw ArchiveRules.complete(archive);
    }
    ArchiveRules.requireAppendSize(bytes);
    if (offset == 0) {
      received.evictIfFull(archive, failed(), unpacking, Instant.now()).ifPresent(failures::remove);
    }
    received.append(archive, offset, bytes);
    failures.remove(archive);
  }

  private Set<UUID> failed() {
    synchronized (failures) {
      return Set.copyOf(failures.keySet());
    }
  }

  @Override
  public ArchiveObservation observe(UUID archive) {
    // Both states are read in the order in which they follow one another, so that none is missed.
    boolean isUnpacking = unpacking.contains(archive);
    return made.observe(archive)
        .filter(ready -> !unpacking.contains(archive))
        .orElseGet(() -> unfinished(archive, isUnpacking));
  }

  private ArchiveObservation unfinished(UUID archive, boolean isUnpacking) {
    long bytes = received.bytes(archive);
    if (isUnpacking) {
      return ArchiveObservation.unpacking(bytes);
    }
    String failure = failures.get(archive);
    return failure == null
        ? ArchiveObservation.receiving(bytes)
        : ArchiveObservation.failed(bytes, failure);
  }

  @Override
  public void unpack(UUID archive) {
    if (made.observe(archive).isPresent() || isRefused(archive) || !unpacking.add(archive)) {
      return;
    }
    failures.remove(archive);
    try {
      executor.execute(() -> unpackNow(archive));
    } catch (RuntimeException closed) {
      unpacking.remove(archive);
      throw new DataPlaneException("the data plane is closed", closed);
    }
  }

  /** The archive was deleted as unusable; the reason is kept until new bytes arrive. */
  private boolean isRefused(UUID archive) {
    return failures.containsKey(archive) && received.bytes(archive) == 0;
  }

  private void unpackNow(UUID archive) {
    try {
      if (received.bytes(archive) == 0) {
        throw ArchiveRules.missing(archive);
      }
      made.make(archive, received);
      received.delete(archive);
    } catch (ArchiveRefusedException e) {
      received.delete(archive);
      fail(archive, e);
    } catch (RuntimeException e) {
      fail(archive, e);
    } finally {
      unpacking.remove(archive);
    }
  }

  private void fail(UUID archive, RuntimeException e) {
    LOG.warn("Cannot unpack archive {}: {}", archive, e.getMessage());
    failures.put(archive, String.valueOf(e.getMessage()));
  }

  /** Accepts no more archives; unpackings in progress are completed. */
  @Override
  public void close() {
    executor.shutdown();
  }

  /** The files of one snapshot, by their path in the archive. Thread-safe. */
  record SnapshotFiles(SortedMap<String, Path> files) implements FilePieces {
    SortedMap<String, ArchivedFile> kinds() throws IOException {
      SortedMap<String, ArchivedFile> kinds = new TreeMap<>();
      for (Map.Entry<String, Path> file : files.entrySet()) {
        kinds.put(file.getKey(), kind(file.getValue()));
      }
      return kinds;
    }

    private static ArchivedFile kind(Path file) throws IOException {
      if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        return new ArchivedFile(Kind.FOLDER, 0);
      }
      return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
          ? new ArchivedFile(Kind.PLAIN, Files.size(file))
          : new ArchivedFile(Kind.OTHER, 0);
    }

    @Override
    public void read(List<Piece> pieces) throws IOException {
      for (Piece piece : pieces) {
        read(files.get(piece.path()), piece.target(), piece.position());
      }
    }

    private static void read(Path file, ByteBuffer target, long position) throws IOException {
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
        long at = position;
        while (target.hasRemaining()) {
          int count = channel.read(target, at);
          if (count < 0) {
            throw new IOException(file + " became shorter while it was read");
          }
          at += count;
        }
      }
    }
  }
}
