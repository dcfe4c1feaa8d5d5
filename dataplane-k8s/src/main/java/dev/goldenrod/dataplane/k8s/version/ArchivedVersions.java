package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.database.ArchiveObservation;
import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.archive.ArchiveFacts;
import dev.goldenrod.dataplane.archive.ArchiveFacts.Platform;
import dev.goldenrod.dataplane.archive.ArchiveReader;
import dev.goldenrod.dataplane.archive.ArchiveRules;
import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedJson;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.exec.PodCallRetry;
import dev.goldenrod.dataplane.k8s.exec.PodTarget;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.ImportResult;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * Versions whose data came in as archives, saved as those of imports are. If two servers make the
 * same one at once, the first wins. Thread-safe.
 */
public final class ArchivedVersions {
  private static final String TYPE = Engines.dataDirectoryImporter().type();

  private final PreparationContext context;
  private final ClusterApi cluster;

  /**
   * A complete archive.
   *
   * @param root the Secret that owns all objects
   * @param release of PostgreSQL, as in {@code 15}
   * @param fileBytes as the archive declares
   * @param packed opens the archive
   */
  public record Source(
      UUID id, V1Secret root, String release, long fileBytes, Supplier<InputStream> packed) {}

  public ArchivedVersions(PreparationContext context) {
    this.context = context;
    this.cluster = context.cluster();
  }

  public Optional<ArchiveObservation> observe(UUID archive) {
    return cluster
        .secrets()
        .get(SavedVersion.name(archive))
        .map(SavedVersion::of)
        .map(ArchivedVersions::made);
  }

  private static ArchiveObservation made(SavedVersion version) {
    Optional<StepRecord> record = version.stepRecord();
    return ArchiveObservation.ready(
        version.handle(),
        record.map(kept -> kept.result().sizeBytes()).orElse(0L),
        record.map(kept -> String.join("; ", kept.warnings())).orElse(""));
  }

  /**
   * @throws ArchiveRefusedException if the archive is incomplete or cannot be used here
   */
  public void make(Source source, ClusterWait waiting) {
    UUID attempt = UUID.randomUUID();
    removeLeftovers(source);
    String name = PreparedLeftovers.stagingName(Metadata.name(source.root()), attempt);
    V1Secret place = cluster.secrets().createIfMissing(placeOf(source, name));
    try {
      StagingPod staging =
          new StagingPod(context, place, labels(source), () -> requireFirst(source.id()), waiting);
      publish(source.id(), fillWhileRunning(source, staging));
    } finally {
      cluster.secrets().deleteWithDependents(name);
    }
  }

  /** A failure due to the pod's end is no fault of the archive. */
  private SavedVersion fillWhileRunning(Source source, StagingPod staging) {
    try {
      return fill(source, staging);
    } catch (ArchiveRefusedException | ApiUnavailableException | DataPlaneUnreachableException e) {
      throw e;
    } catch (DataPlaneException e) {
      staging.requireRunning();
      throw e;
    }
  }

  private SavedVersion fill(Source source, StagingPod staging) {
    staging.makeVolume(ImportManifests.size(source.fileBytes()), Optional.empty());
    EnginePod pod = staging.start(TYPE, source.release());
    Platform platform = pod.platform();
    ArchiveFacts facts = unpack(source, pod, platform, retryFor(staging));
    ArchiveRules.requireRelease(facts, find(staging, pod).release());
    DatabaseInfo info = staging.prepareDirectory(source.release());
    long size = pod.dataBytes();
    EngineBuild build = staging.build();
    staging.end();
    String handle = staging.takeSnapshot();
    ImportResult result = new ImportResult(source.release(), handle, size);
    List<String> warnings = facts.warning(platform).stream().toList();
    return new SavedVersion(
        source.id(),
        handle,
        info,
        staging.files().all(),
        build,
        SavedJson.write(new StepRecord(result, warnings)));
  }

  private static PodCallRetry retryFor(StagingPod staging) {
    return PodCallRetry.of(staging.waiting()::isCancelled, staging::requireRunning, problem -> {});
  }

  private static ArchiveFacts unpack(
      Source source, EnginePod pod, Platform platform, PodCallRetry retry) {
    try (InputStream packed = source.packed().get()) {
      PodTarget target = new PodTarget(pod, retry);
      ArchiveFacts facts = new ArchiveReader(packed, platform).unpackTo(target);
      target.end();
      return facts;
    } catch (IOException e) {
      throw new DataPlaneException("archive %s cannot be read: %s".formatted(source.id(), e), e);
    }
  }

  private static CopiedDataDirectory find(StagingPod staging, EnginePod pod) {
    try {
      return CopiedDataDirectory.find(pod);
    } catch (ApiUnavailableException | DataPlaneUnreachableException away) {
      throw away;
    } catch (DataPlaneException unusable) {
      staging.requireRunning();
      throw new ArchiveRefusedException("the archive's data " + unusable.getMessage());
    }
  }

  private void requireFirst(UUID archive) {
    if (cluster.secrets().cache().get(SavedVersion.name(archive)).isPresent()) {
      throw WorkFailure.blocked("another server has already made a version from the archive");
    }
  }

  private void publish(UUID archive, SavedVersion version) {
    V1Secret there = cluster.secrets().createIfMissing(version.secret());
    discard(archive, SavedVersion.handleOf(there).orElse(""));
  }

  private void discard(UUID archive, String kept) {
    new PreparedLeftovers(cluster)
        .discard(
            Labels.VERSION,
            archive,
            content -> !SnapshotManifests.handle(content).equals(Optional.of(kept)));
  }

  /** Removes the snapshots of an archive that never became a version. */
  public void discard(UUID archive) {
    if (cluster.secrets().get(SavedVersion.name(archive)).isEmpty()) {
      discard(archive, "");
    }
  }

  private void removeLeftovers(Source source) {
    Pattern places = PreparedLeftovers.staging(Metadata.name(source.root()));
    cluster.secrets().list(Labels.ARCHIVE + "=" + source.id()).stream()
        .map(Metadata::name)
        .filter(name -> places.matcher(name).matches())
        .forEach(name -> cluster.secrets().deleteWithDependents(name));
  }

  private static V1Secret placeOf(Source source, String name) {
    return PodParts.secret(
        new V1ObjectMeta()
            .name(name)
            .labels(Labels.of(Labels.ARCHIVE, source.id()))
            .addOwnerReferencesItem(PodParts.ownedBy(source.root())));
  }

  private static Map<String, String> labels(Source source) {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.putAll(Labels.of(Labels.VERSION, source.id(), TYPE));
    labels.putAll(Labels.of(Labels.ARCHIVE, source.id()));
    return labels;
  }
}
