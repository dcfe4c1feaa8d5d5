package dev.goldenrod.dataplane.k8s.archive;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.archive.ArchiveReader;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.version.PreparationContext;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import io.kubernetes.client.openapi.models.V1Secret;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Incoming archives until they are unpacked. Each is a Secret, and a file on a volume of its own as
 * soon as the archive's beginning tells how large the volume has to be. Thread-safe, provided that
 * only one thread appends to an archive.
 */
final class ReceivedArchives {
  private static final String TYPE = Engines.dataDirectoryImporter().type();
  private static final Duration ACTIVITY_INTERVAL = Duration.ofMinutes(1);
  private static final Duration CACHE_TIME = Duration.ofSeconds(1);
  private static final long SPARE_MIB = 256;

  private final PreparationContext context;
  private final ClusterApi cluster;
  private final TemporaryPods pods;
  private volatile @Nullable Appended last;

  /** The size after the last append, for the client that asks for it right after: saves a call. */
  private record Appended(UUID id, long bytes, long at) {
    boolean isValidFor(UUID archive) {
      return id.equals(archive) && System.nanoTime() - at < CACHE_TIME.toNanos();
    }
  }

  ReceivedArchives(PreparationContext context, TemporaryPods pods) {
    this.context = context;
    this.cluster = context.cluster();
    this.pods = pods;
  }

  /** Reads the archive's state live. */
  Optional<ReceivedArchive> find(UUID id) {
    return cluster
        .secrets()
        .get(ReceivedArchive.name(id))
        .filter(secret -> !Metadata.isBeingDeleted(secret))
        .map(ReceivedArchive::new);
  }

  long bytes(ReceivedArchive archive) {
    if (!archive.isOnVolume()) {
      return archive.beginning().length;
    }
    Appended known = last;
    return known != null && known.isValidFor(archive.id())
        ? known.bytes()
        : file(archive, ReceivedFile::soon).size();
  }

  ReceivedFile file(ReceivedArchive archive, ReceivedFile.Calls calls) {
    TemporaryPods.PodRequest request = request(archive, archive.release(), archive.mostBytes());
    return new ReceivedFile(() -> pods.ensureRunning(request), calls);
  }

  /**
   * @param there the archive's state as read shortly before
   * @throws ArchiveRefusedException if the offset is not the number of bytes received so far, or
   *     the bytes are no archive
   */
  void append(UUID id, Optional<ReceivedArchive> there, long offset, byte[] bytes, Instant now) {
    if (there.filter(ReceivedArchive::isOnVolume).isPresent()) {
      appendToFile(there.get(), offset, bytes, now);
      return;
    }
    byte[] before = there.map(ReceivedArchive::beginning).orElseGet(() -> new byte[0]);
    ArchiveRules.requireOffset(id, before.length, offset);
    byte[] all = joined(before, bytes);
    if (all.length == 0) {
      return;
    }
    Optional<ArchiveFacts> facts = facts(all);
    ReceivedArchive archive = there.orElseGet(() -> begin(id, now));
    if (facts.isEmpty()) {
      patch(id, ReceivedArchive.beginningPatch(all, now));
    } else {
      moveToVolume(archive, facts.get(), all, now);
    }
  }

  private static byte[] joined(byte[] before, byte[] bytes) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(before.length + bytes.length);
    all.writeBytes(before);
    all.writeBytes(bytes);
    return all.toByteArray();
  }

  private static Optional<ArchiveFacts> facts(byte[] beginning) {
    Optional<ArchiveFacts> facts = ArchiveReader.facts(beginning);
    if (facts.isEmpty() && beginning.length > ReceivedArchive.MOST_BEGINNING) {
      throw new ArchiveRefusedException("this is not an archive of a snapshot");
    }
    facts.ifPresent(ReceivedArchives::requireUsable);
    return facts;
  }

  private static void requireUsable(ArchiveFacts facts) {
    ArchiveRules.requireImportable(facts);
    List<String> known = Engines.of(TYPE).releases();
    if (!known.contains(facts.release())) {
      throw new ArchiveRefusedException(
          "the archive is of PostgreSQL %s; supported releases: %s"
              .formatted(facts.release(), String.join(", ", known)));
    }
  }

  private ReceivedArchive begin(UUID id, Instant now) {
    evictIfFull(now);
    return new ReceivedArchive(
        cluster.secrets().createIfMissing(ReceivedArchive.emptySecret(id, now)));
  }

  /** Writes the file from its beginning, so that a repeated call is harmless. */
  private void moveToVolume(ReceivedArchive archive, ArchiveFacts facts, byte[] all, Instant now) {
    TemporaryPods.PodRequest request =
        request(archive, facts.release(), ReceivedArchive.mostBytes(facts));
    try {
      new ReceivedFile(() -> pods.ensureRunning(request), ReceivedFile::soon).begin(all);
    } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
      throw e;
    } catch (DataPlaneException e) {
      // Lets this archive be deleted to make room for others.
      patch(archive.id(), ReceivedArchive.failurePatch(String.valueOf(e.getMessage())));
      throw e;
    }
    patch(archive.id(), ReceivedArchive.volumePatch(facts, now));
  }

  private void appendToFile(ReceivedArchive archive, long offset, byte[] bytes, Instant now) {
    if (offset + bytes.length > archive.mostBytes()) {
      throw new ArchiveRefusedException(
          "archive %s is larger than an archive of the files that it lists can be; export the snapshot again"
              .formatted(archive.id()));
    }
    if (archive.receivedAt().plus(ACTIVITY_INTERVAL).isBefore(now)
        || archive.failure().isPresent()) {
      patch(archive.id(), ReceivedArchive.receivedPatch(now));
    }
    ReceivedFile file = file(archive, ReceivedFile::soon);
    long before = file.append(offset, bytes);
    ArchiveRules.requireOffset(archive.id(), before, offset);
    last = new Appended(archive.id(), offset + bytes.length, System.nanoTime());
  }

  private TemporaryPods.PodRequest request(
      ReceivedArchive archive, String release, long mostBytes) {
    return new TemporaryPods.PodRequest(
        archive.name(),
        Labels.of(Labels.ARCHIVE, archive.id(), TYPE),
        () -> root(archive),
        PodParts.mebibytes((mostBytes >> 20) + SPARE_MIB),
        Optional.empty(),
        context.images().of(TYPE, release, EngineBuild.UNKNOWN));
  }

  private V1Secret root(ReceivedArchive archive) {
    return find(archive.id())
        .map(ReceivedArchive::secret)
        .orElseThrow(
            () -> new ArchiveRefusedException("archive %s is gone".formatted(archive.id())));
  }

  /** Patches the archive's Secret, and returns it as changed; empty if it is gone. */
  Optional<ReceivedArchive> patch(UUID id, JsonObject patch) {
    return cluster.secrets().merge(ReceivedArchive.name(id), patch).map(ReceivedArchive::new);
  }

  /** Claims the archive for that time; returns false if another server has claimed it. */
  boolean claim(UUID id, String holder, Instant now, Duration longest) {
    return cluster
        .secrets()
        .mergeIf(
            ReceivedArchive.name(id),
            secret -> !new ReceivedArchive(secret).isClaimedByOther(holder, now),
            ReceivedArchive.claimPatch(holder, now, longest))
        .map(ReceivedArchive::new)
        .filter(archive -> !archive.isClaimedByOther(holder, now))
        .isPresent();
  }

  /** Renews the holder's claim, if it still has the claim. */
  void renewClaim(UUID id, String holder, Instant now, Duration longest) {
    cluster
        .secrets()
        .mergeIf(
            ReceivedArchive.name(id),
            secret -> new ReceivedArchive(secret).isClaimedBy(holder),
            ReceivedArchive.renewalPatch(holder, now, longest));
  }

  /** Deletes the bytes of an archive that is of no use, and keeps the reason. */
  void reject(ReceivedArchive archive, String why) {
    patch(archive.id(), ReceivedArchive.rejectionPatch(why));
    cluster.pods().delete(archive.name());
    cluster.claims().delete(archive.name());
  }

  void delete(UUID id) {
    cluster.secrets().deleteWithDependents(ReceivedArchive.name(id));
  }

  /**
   * At the limit, deletes an archive whose unpacking failed, or else the one that was idle for the
   * longest time, at least an hour.
   */
  private void evictIfFull(Instant now) {
    List<ReceivedArchive> all = all();
    if (all.size() >= ArchiveRules.MOST_RECEIVED) {
      delete(evictionCandidate(all, now).orElseThrow(ArchiveRules::tooMany).id());
    }
  }

  private static Optional<ReceivedArchive> evictionCandidate(
      List<ReceivedArchive> all, Instant now) {
    Instant since = now.minus(ArchiveRules.LONG_IDLE);
    List<ReceivedArchive> others = all.stream().filter(one -> !one.isClaimed(now)).toList();
    return others.stream()
        .filter(one -> one.failure().isPresent())
        .findFirst()
        .or(
            () ->
                others.stream()
                    .filter(one -> one.receivedAt().isBefore(since))
                    .min(Comparator.comparing(ReceivedArchive::receivedAt)));
  }

  /** Returns all incoming archives, without the bytes in their Secrets. */
  List<ReceivedArchive> all() {
    return cluster.secrets().cache().list().stream()
        .filter(ReceivedArchive::isIncoming)
        .filter(secret -> !Metadata.isBeingDeleted(secret))
        .map(ReceivedArchive::new)
        .toList();
  }

  void removeEndedPod(ReceivedArchive archive) {
    pods.removeEnded(archive.name());
  }
}
