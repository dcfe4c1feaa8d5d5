package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.server.DataPreparation;
import dev.goldenrod.dataplane.k8s.server.DataPreparation.PreparedData;
import dev.goldenrod.dataplane.k8s.version.PreparedSnapshots.Filled;
import dev.goldenrod.dataplane.k8s.version.PreparedSnapshots.Recipe;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1Secret;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Versions that an admin registered by their handles: snapshots of PostgreSQL's data that this data
 * plane did not make. The data is copied and prepared when the first clone is made. The registered
 * snapshot is never changed or deleted. Thread-safe.
 */
public final class RegisteredVersions implements DataPreparation<VersionRef> {
  private static final String TYPE = Engines.dataDirectoryImporter().type();
  private static final String GOLDEN_ID = "goldenrod.dev/golden-id";
  private static final String GOLDEN = "goldenrod.dev/golden";
  private static final String VERSION = "goldenrod.dev/golden-version";
  private static final String ORIGIN = "goldenrod.dev/registered-handle";

  private final PreparationContext context;
  private final ClusterApi cluster;
  private final PreparedSnapshots snapshots;
  private final PreparedLeftovers leftovers;

  public RegisteredVersions(PreparationContext context) {
    this.context = context;
    this.cluster = context.cluster();
    this.snapshots = new PreparedSnapshots(context);
    this.leftovers = new PreparedLeftovers(cluster);
  }

  @Override
  public PreparedData ensure(VersionRef version, ClusterWait waiting) {
    PreparedData made = snapshots.ensure(recipe(version), waiting);
    sweepOrigins();
    return made;
  }

  private Recipe recipe(VersionRef version) {
    return new Recipe(
        name(version),
        Labels.REGISTERED,
        TYPE,
        Map.of(
            GOLDEN_ID, version.goldenId().toString(),
            GOLDEN, version.golden(),
            VERSION, Integer.toString(version.version()),
            ORIGIN, version.handle()),
        Optional.empty(),
        staging -> copy(version, staging));
  }

  /** Removes objects that killed servers have left. The registered snapshots stay. */
  public void sweepOrigins() {
    cluster.contents().cache().list().stream()
        .filter(
            content ->
                Labels.id(content, Labels.REGISTERED_ORIGIN)
                    .filter(id -> leftovers.isAbandoned(Labels.REGISTERED, id))
                    .isPresent())
        .forEach(content -> cluster.contents().delete(Metadata.name(content)));
  }

  /**
   * Starts the deletion of the copies, which the cluster completes; returns whether there were none
   * left. The registered snapshot stays.
   */
  public boolean remove(VersionRef version) {
    String name = name(version);
    Predicate<String> isStaging = PreparedLeftovers.staging(name).asMatchPredicate();
    List<V1Secret> left =
        cluster.secrets().list(Labels.REGISTERED).stream()
            .filter(secret -> isStaging.or(name::equals).test(Metadata.name(secret)))
            .toList();
    left.forEach(this::remove);
    return left.isEmpty();
  }

  public Set<VersionRef> copies() {
    return cluster.secrets().cache().list().stream()
        .filter(secret -> Labels.id(secret, Labels.REGISTERED).isPresent())
        .flatMap(secret -> version(secret).stream())
        .collect(Collectors.toSet());
  }

  private void remove(V1Secret secret) {
    UUID id = Labels.id(secret, Labels.REGISTERED).orElseThrow();
    leftovers.discard(Labels.REGISTERED, id);
    cluster
        .contents()
        .list(Labels.REGISTERED_ORIGIN + "=" + id)
        .forEach(content -> cluster.contents().delete(Metadata.name(content)));
    cluster.secrets().deleteWithDependents(Metadata.name(secret));
  }

  private Filled copy(VersionRef version, StagingPod staging) {
    try (RegisteredSnapshot origin = new RegisteredSnapshot(version, staging)) {
      Quantity size =
          SnapshotManifests.restoreSize(origin.open())
              .map(Quantity::fromString)
              .orElseThrow(
                  () -> unusable(version, "has a size that its driver does not report", true));
      staging.makeVolume(size, Optional.of(origin.name()));
      return prepare(version, staging);
    }
  }

  private Filled prepare(VersionRef version, StagingPod staging) {
    try {
      String started = startAny(staging);
      EnginePod pod = context.pods().apply(staging.name());
      CopiedDataDirectory found = CopiedDataDirectory.find(pod);
      if (!found.release().equals(started)) {
        requireKnown(found.release());
        staging.end();
        staging.start(TYPE, found.release());
      }
      found.take(pod, staging.waiting()::isCancelled);
      DatabaseInfo info = staging.prepareDirectory(found.release());
      Filled filled = new Filled(info, staging.build());
      staging.end();
      return filled;
    } catch (DataPlaneException e) {
      throw unusable(version, String.valueOf(e.getMessage()), staging.isRunning());
    }
  }

  /** Starts any image that can be pulled, because only a pod can tell the data's release. */
  private String startAny(StagingPod staging) {
    for (String release : releases()) {
      if (staging.startIfThereIsAnImage(TYPE, release).isPresent()) {
        return release;
      }
    }
    throw new DataPlaneException(
        "cannot be inspected: the cluster cannot pull an image of PostgreSQL; see --kube-registry and --kube-image");
  }

  private static void requireKnown(String release) {
    List<String> known = Engines.of(TYPE).releases();
    if (!known.contains(release)) {
      throw new DataPlaneException(
          "is of PostgreSQL %s; supported releases: %s"
              .formatted(release, String.join(", ", known)));
    }
  }

  /** Returns the newest release first, but releases with a configured image before all others. */
  private List<String> releases() {
    List<String> releases = new ArrayList<>(Engines.of(TYPE).releases());
    Collections.reverse(releases);
    Images images = context.images();
    releases.sort(
        Comparator.comparing(release -> !images.replacements().containsKey(TYPE + ":" + release)));
    return releases;
  }

  private static WorkFailure unusable(VersionRef version, String why, boolean isFinal) {
    String message =
        "golden '%s' version %d: the snapshot with handle '%s' %s"
            .formatted(version.golden(), version.version(), version.handle(), why);
    return isFinal ? WorkFailure.failed(message) : WorkFailure.blocked(message);
  }

  private static Optional<VersionRef> version(V1Secret secret) {
    try {
      return Annotations.of(secret, GOLDEN_ID)
          .map(
              id ->
                  new VersionRef(
                      UUID.fromString(id),
                      Annotations.of(secret, GOLDEN).orElse(""),
                      Annotations.number(secret, VERSION, 0),
                      Annotations.of(secret, ORIGIN).orElse("")));
    } catch (IllegalArgumentException damaged) {
      return Optional.empty();
    }
  }

  private static String name(VersionRef version) {
    String key = version.goldenId() + "/" + version.version();
    return "registered-" + UUID.nameUUIDFromBytes(key.getBytes(StandardCharsets.UTF_8));
  }
}
