package dev.goldenrod.dataplane.k8s.archive;

import dev.goldenrod.KeyedLocks;
import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.database.ArchivePart;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.version.ArchivedVersions;
import dev.goldenrod.dataplane.k8s.version.PreparationContext;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.SnapshotArchives;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Archives of the PostgreSQL snapshots of a namespace. The state of an incoming archive is kept in
 * the cluster only, so that any server can continue it. Thread-safe.
 */
public final class KubernetesArchives implements SnapshotArchives, AutoCloseable {
  private final TemporaryPods pods;
  private final ExportedSnapshots exported;
  private final ReceivedArchives received;
  private final ArchivedVersions versions;
  private final ArchiveUnpacker unpacker;
  private final KeyedLocks<UUID> locks = new KeyedLocks<>();

  public KubernetesArchives(PreparationContext context) {
    this.pods = new TemporaryPods(context);
    this.exported = new ExportedSnapshots(context, pods);
    this.received = new ReceivedArchives(context, pods);
    this.versions = new ArchivedVersions(context);
    this.unpacker = new ArchiveUnpacker(received, versions, context.times().reportDelay());
  }

  @Override
  public ArchivePart read(UUID snapshot, int part) {
    return reachable(() -> exported.read(snapshot, part));
  }

  @Override
  public void append(UUID archive, long offset, byte[] bytes) {
    ArchiveRules.requireAppendSize(bytes);
    locks.lock(archive);
    try {
      reachable(
          () -> {
            Optional<ReceivedArchive> there = received.find(archive);
            requireIncomplete(archive, there);
            received.append(archive, there, offset, bytes, Instant.now());
            unpacker.forget(archive);
            return bytes;
          });
    } finally {
      locks.unlock(archive);
    }
  }

  private void requireIncomplete(UUID archive, Optional<ReceivedArchive> there) {
    boolean isComplete =
        there
            .map(one -> one.isClaimed(Instant.now()))
            .orElseGet(() -> versions.observe(archive).isPresent());
    if (isComplete) {
      throw ArchiveRules.complete(archive);
    }
  }

  @Override
  public ArchiveObservation observe(UUID archive) {
    return reachable(
        () -> {
          // The unfinished archive is read first: it becomes a version, so none is missed in
          // between.
          Optional<ReceivedArchive> unfinished = received.find(archive);
          return versions.observe(archive).orElseGet(() -> unfinished(archive, unfinished));
        });
  }

  private ArchiveObservation unfinished(UUID archive, Optional<ReceivedArchive> there) {
    if (there.isEmpty()) {
      return unpacker
          .failure(archive)
          .map(why -> ArchiveObservation.failed(0, why))
          .orElseGet(() -> ArchiveObservation.receiving(0));
    }
    ReceivedArchive known = there.get();
    if (known.isClaimed(Instant.now())) {
      return ArchiveObservation.unpacking(known.receivedBytes(), known.problem());
    }
    return known
        .failure()
        .map(why -> ArchiveObservation.failed(known.receivedBytes(), why))
        .orElseGet(() -> ArchiveObservation.receiving(received.bytes(known)));
  }

  @Override
  public void unpack(UUID archive) {
    reachable(
        () -> {
          if (versions.observe(archive).isEmpty()) {
            unpacker.begin(archive);
          }
          return archive;
        });
  }

  private static <T> T reachable(Supplier<T> work) {
    try {
      return work.get();
    } catch (ApiUnavailableException e) {
      throw new DataPlaneUnreachableException(String.valueOf(e.getMessage()));
    }
  }

  /** Removes exports that are no longer read, and incomplete archives that are no longer sent. */
  public void sweep() {
    exported.sweep();
    Instant now = Instant.now();
    for (ReceivedArchive one : received.all()) {
      received.removeEndedPod(one);
      if (!one.isClaimed(now) && one.receivedAt().isBefore(now.minus(ArchiveRules.LONGEST_IDLE))) {
        versions.discard(one.id());
        received.delete(one.id());
      }
    }
  }

  /** Stops unpacking, which starts again when it is next requested. */
  @Override
  public void close() {
    unpacker.close();
    pods.close();
  }
}
