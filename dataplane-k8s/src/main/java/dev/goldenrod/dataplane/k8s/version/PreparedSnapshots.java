package dev.goldenrod.dataplane.k8s.version;

import dev.goldenrod.KeyedLocks;
import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.SavedData;
import dev.goldenrod.dataplane.k8s.client.SecretFiles;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.EngineBuild;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.dataplane.k8s.manifest.PodParts;
import dev.goldenrod.dataplane.k8s.server.DataPreparation.PreparedData;
import dev.goldenrod.dataplane.k8s.work.ClusterWait;
import dev.goldenrod.engine.DatabaseInfo;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Snapshots of data that is made on first use and then kept. If two servers make the same at once,
 * the first wins. Thread-safe.
 */
final class PreparedSnapshots {
  /**
   * The instructions for making a prepared snapshot.
   *
   * @param name of the Secret of the finished snapshot
   * @param label of all of its objects
   * @param type the engine's, as in {@code postgresql}
   * @param annotations of its Secret
   * @param imageName the configured image: data that another one made is replaced; empty for any
   */
  record Recipe(
      String name,
      String label,
      String type,
      Map<String, String> annotations,
      Optional<String> imageName,
      Filling filling) {}

  /** Makes the data on the volume of a staging place. Its pods have ended on return. */
  interface Filling {
    Filled fill(StagingPod staging);
  }

  /**
   * @param build the programs that made the data
   */
  record Filled(DatabaseInfo info, EngineBuild build) {}

  private static final String HANDLE = "goldenrod.dev/blank-handle";

  private final PreparationContext context;
  private final ClusterApi cluster;
  private final PreparedLeftovers leftovers;
  private final KeyedLocks<String> turns = new KeyedLocks<>();

  PreparedSnapshots(PreparationContext context) {
    this.context = context;
    this.cluster = context.cluster();
    this.leftovers = new PreparedLeftovers(cluster);
  }

  PreparedData ensure(Recipe recipe, ClusterWait waiting) {
    Optional<PreparedData> there = find(recipe);
    if (there.isPresent()) {
      leftovers.sweep(recipe.name(), recipe.label());
      return there.get();
    }
    waiting.forValue(
        () -> Optional.of(true).filter(free -> turns.tryLock(recipe.name())),
        () -> Optional.of("another database is already preparing the same data"));
    try {
      return find(recipe).orElseGet(() -> make(recipe, waiting));
    } finally {
      turns.unlock(recipe.name());
    }
  }

  private Optional<PreparedData> find(Recipe recipe) {
    Optional<V1Secret> there = cluster.secrets().get(recipe.name());
    if (there.filter(secret -> isOutdated(secret, recipe)).isPresent()) {
      remove(recipe, there.get());
      return Optional.empty();
    }
    return there.map(this::made);
  }

  private static boolean isOutdated(V1Secret secret, Recipe recipe) {
    EngineBuild build = EngineBuild.of(secret);
    return recipe.imageName().filter(name -> !build.isOf(name)).isPresent();
  }

  private void remove(Recipe recipe, V1Secret secret) {
    Labels.id(secret, recipe.label()).ifPresent(id -> leftovers.discard(recipe.label(), id));
    String uid = Metadata.uid(secret);
    cluster.secrets().delete(recipe.name(), uid);
  }

  private PreparedData made(V1Secret secret) {
    String name = Metadata.name(secret);
    return new PreparedData(
        Annotations.of(secret, HANDLE).orElseThrow(() -> damaged(name)),
        SavedData.of(secret, new SecretFiles(cluster.secrets(), name, StagingPod.FILES)));
  }

  private static WorkFailure damaged(String name) {
    return WorkFailure.blocked(
        "Secret %s no longer has annotation %s; delete the Secret, and it is created again"
            .formatted(name, HANDLE));
  }

  private PreparedData make(Recipe recipe, ClusterWait waiting) {
    UUID id = UUID.randomUUID();
    Map<String, String> labels = Labels.of(recipe.label(), id, recipe.type());
    String name = PreparedLeftovers.stagingName(recipe.name(), id);
    V1Secret root =
        cluster
            .secrets()
            .createIfMissing(secret(name, labels, new HashMap<>(recipe.annotations())));
    AbandonedStaging.Heartbeat heartbeat = new AbandonedStaging.Heartbeat(cluster, name);
    try {
      StagingPod staging =
          new StagingPod(context, root, labels, () -> requireFirst(recipe), waiting);
      Filled filled = recipe.filling().fill(staging);
      return publish(recipe, staging, id, filled);
    } finally {
      heartbeat.close();
      cluster.secrets().delete(name);
    }
  }

  private PreparedData publish(Recipe recipe, StagingPod staging, UUID id, Filled filled) {
    String handle = staging.takeSnapshot();
    Map<String, String> annotations = new HashMap<>(recipe.annotations());
    annotations.put(HANDLE, handle);
    annotations.put(Annotations.INFO, Annotations.infoText(filled.info()));
    annotations.putAll(filled.build().annotations());
    V1Secret secret = secret(recipe.name(), staging.labels(), annotations);
    staging
        .files()
        .all()
        .forEach((file, content) -> secret.putDataItem(StagingPod.FILES + file, content));
    PreparedData winner = made(cluster.secrets().createIfMissing(secret));
    if (!winner.handle().equals(handle)) {
      leftovers.discard(recipe.label(), id);
    }
    return winner;
  }

  /** Stops work whose result another server has saved already. That server removes what is left. */
  private void requireFirst(Recipe recipe) {
    if (cluster
        .secrets()
        .cache()
        .get(recipe.name())
        .filter(secret -> !isOutdated(secret, recipe))
        .isPresent()) {
      throw WorkFailure.blocked(
          "another server has already prepared the data that the database starts from");
    }
  }

  private static V1Secret secret(
      String name, Map<String, String> labels, Map<String, String> annotations) {
    return PodParts.secret(new V1ObjectMeta().name(name).labels(labels).annotations(annotations));
  }
}
