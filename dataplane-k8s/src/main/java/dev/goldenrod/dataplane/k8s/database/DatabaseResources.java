package dev.goldenrod.dataplane.k8s.database;

import com.google.gson.JsonObject;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.SavedFacts;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import io.kubernetes.client.custom.Quantity;
import io.kubernetes.client.openapi.models.V1ResourceRequirements;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;

/**
 * The memory, CPU and storage of databases. A volume grows while its server runs; memory and CPU
 * change at the pod's next start. Thread-safe.
 */
record DatabaseResources(ClusterApi cluster, DatabaseVolumes volumes) {
  private static final BigDecimal MIB = BigDecimal.valueOf(1 << 20);
  private static final int MILLIS = 1000;

  Optional<SavedResources> of(DatabaseRoot root) {
    return SavedResources.of(root.secret()).or(() -> ofOlder(root));
  }

  /** Databases of older releases have their resources, except storage, only in the StatefulSet. */
  private Optional<SavedResources> ofOlder(DatabaseRoot root) {
    return cluster
        .statefulSets()
        .cache()
        .get(root.names().root())
        .flatMap(DatabaseResources::requirements)
        .map(
            found -> {
              int memory = scaled(found.getRequests(), "memory", BigDecimal.ONE.divide(MIB));
              int cpu = scaled(found.getLimits(), "cpu", BigDecimal.valueOf(MILLIS));
              Resources has = new Resources(memory, 0, cpu);
              return new SavedResources(SavedFacts.of(root.secret()).name(), has, has, "");
            });
  }

  private static Optional<V1ResourceRequirements> requirements(V1StatefulSet set) {
    return Optional.ofNullable(set.getSpec())
        .map(spec -> spec.getTemplate().getSpec())
        .flatMap(pod -> pod.getContainers().stream().findFirst())
        .map(container -> container.getResources())
        .filter(found -> found.getRequests() != null && found.getRequests().containsKey("memory"));
  }

  private static int scaled(Map<String, Quantity> amounts, String name, BigDecimal factor) {
    return amounts == null || !amounts.containsKey(name)
        ? 0
        : amounts
            .get(name)
            .getNumber()
            .multiply(factor)
            .setScale(0, RoundingMode.CEILING)
            .intValueExact();
  }

  static SavedResources ofNew(DatabaseSpec spec) {
    String name = spec.name().isEmpty() ? null : spec.name();
    return new SavedResources(name, spec.resources(), spec.resources(), "");
  }

  /** Returns the resources of a database about to start, after growing its volume if necessary. */
  SavedResources starting(DatabaseSpec spec, DatabaseRoot root) {
    Resources wanted = spec.resources();
    return ofNew(spec).starting(wanted, volumes.grow(root, wanted.storageMib()));
  }

  /**
   * Resizes the database; may be repeated. If the volume's class forbids growth, the problem is
   * recorded, and the next start tries again.
   *
   * @throws DataPlaneException if it should be retried sooner; the reason is recorded too
   */
  void resize(DatabaseRoot root, Resources wanted) {
    SavedResources before = of(root).orElseGet(() -> new SavedResources(null, wanted, wanted, ""));
    try {
      String problem = volumes.grow(root, wanted.storageMib());
      save(root, before.resized(wanted, problem));
    } catch (DataPlaneException e) {
      save(root, before.resized(before.given(), String.valueOf(e.getMessage())));
      throw e;
    }
  }

  private void save(DatabaseRoot root, SavedResources resources) {
    JsonObject patch = resources.patch();
    cluster
        .secrets()
        .mergeIf(root.names().root(), found -> new DatabaseRoot(found).hasTargetOf(root), patch);
  }
}
