package dev.goldenrod.dataplane.local.archive;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.archive.SnapshotTar;
import dev.goldenrod.dataplane.local.engine.Installations;
import dev.goldenrod.dataplane.local.preparation.PreparationContext;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.snapshot.LocalSnapshots;
import dev.goldenrod.dataplane.local.snapshot.SnapshotFacts;
import dev.goldenrod.dataplane.local.volume.VolumeStore;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.SnapshotArchives;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Archives of the snapshots of this machine's PostgreSQL databases. Thread-safe. */
public final class LocalArchives implements SnapshotArchives, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalArchives.class);
  private static final Duration IDLE = Duration.ofDays(1);
  private static final int AT_ONCE = 2;
  private static final int READ_AT_ONCE = 4;
  private static final int KEPT = 4;

  private final VolumeStore volumes;
  private final ReceivedArchives received;
  private final ArchiveVolumes made;
  private final Map<UUID, SnapshotTar> tars = new LinkedHashMap<>();
  private final Semaphore reading = new Semaphore(READ_AT_ONCE);
  private final Set<UUID> unpacking = ConcurrentHashMap.newKeySet();
  private final Map<UUID, String> failures = new ConcurrentHashMap<>();
  private final ExecutorService executor =
      Executors.newFixedThreadPool(AT_ONCE, new DaemonThreads("archive"));

  private LocalArchives(VolumeStore volumes, ReceivedArchives received, ArchiveVolumes made) {
    this.volumes = volumes;
    this.received = received;
    this.made = made;
  }

  /** Archives of those volumes' snapshots; what was left of others long ago is deleted. */
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
      received.deleteIdle(IDLE, Instant.now());
      Set<UUID> left = made.unfinished();
      left.removeAll(received.ids());
      left.forEach(made::removeUnfinished);
    } catch (DataPlaneException e) {
      LOG.warn("what archives left cannot be deleted: {}", e.getMessage());
    }
  }

  @Override
  public ArchivePart read(UUID snapshot, int part) {
    String volume = LocalSnapshots.name(snapshot);
    if (!volumes.exists(volume)) {
      throw new ArchiveRefusedException("snapshot %s is gone".formatted(snapshot));
    }
    takeTurn();
    try {
      return tar(snapshot, volume).part(part);
    } catch (IOException e) {
      throw new DataPlaneException("snapshot %s cannot be read: %s".formatted(snapshot, e), e);
    } finally {
      reading.release();
    }
  }

  /** Each part that is made takes memory, and a core; clients wait, and no thread of the server. */
  private void takeTurn() {
    if (!reading.tryAcquire()) {
      throw new DataPlaneUnreachableException(
          "it is busy, as too many snapshots are being exported at a time; try again later");
    }
  }

  private SnapshotTar tar(UUID snapshot, String volume) throws IOException {
    synchronized (tars) {
      SnapshotTar known = tars.remove(snapshot);
      SnapshotTar tar = known == null ? look(snapshot, volume) : known;
      tars.put(snapshot, tar);
      if (tars.size() > KEPT) {
        tars.remove(tars.keySet().iterator().next());
      }
      return tar;
    }
  }

  private SnapshotTar look(UUID snapshot, String volume) throws IOException {
    DataVolume data = DataVolume.of(volumes, volume);
    DatabaseInfo info = data.info();
    if (!info.type().equals(PostgresEngine.TYPE)) {
      throw new ArchiveRefusedException(
          "the snapshot is of %s, and archives are of PostgreSQL; dump the database with its engine's tools"
              .formatted(info.type()));
    }
    String database = SnapshotFacts.of(data).name();
    LocalFiles files = new LocalFiles(volumes.files(volume));
    return SnapshotTar.of(
        new ArchiveFacts.Origin(
            info.type(),
            info.release(),
            snapshot,
            database == null ? "" : database,
            LocalPlatform.HERE),
        files.kinds(),
        files);
  }

  @Override
  public void append(UUID archive, long offset, byte[] bytes) {
    if (made.observe(archive).isPresent() || unpacking.contains(archive)) {
      throw new ArchiveRefusedException(
          "archive %s is complete; register it as a golden".formatted(archive));
    }
    if (bytes.length > MOST_BYTES) {
      throw new ArchiveRefusedException(
          "%d bytes are too many at a time; send %d at most".formatted(bytes.length, MOST_BYTES));
    }
    if (offset == 0) {
      received
          .makeRoom(archive, failures.keySet(), unpacking, Instant.now())
          .ifPresent(failures::remove);
    }
    received.append(archive, offset, bytes);
    failures.remove(archive);
  }

  @Override
  public ArchiveObservation observe(UUID archive) {
    // In the order in which one comes after the other, so that none is missed.
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

  /** The reason stays until bytes come. */
  private boolean isRefused(UUID archive) {
    return failures.containsKey(archive) && received.bytes(archive) == 0;
  }

  private void unpackNow(UUID archive) {
    try {
      if (received.bytes(archive) == 0) {
        throw new ArchiveRefusedException(
            "nothing of archive %s is there; send it first".formatted(archive));
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
    LOG.warn("archive {} cannot be unpacked: {}", archive, e.getMessage());
    failures.put(archive, String.valueOf(e.getMessage()));
  }

  /** Begins no more; what is under way goes on to its end. */
  @Override
  public void close() {
    executor.shutdown();
  }
}
