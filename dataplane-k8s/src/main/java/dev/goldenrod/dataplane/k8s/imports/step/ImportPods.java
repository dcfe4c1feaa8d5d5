package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.engine.postgres.PostgresEngine;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.source.SourceConnection;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * The pods of an import and their volumes. One dumps and reaches the source; the other loads, runs
 * what the source has defined, and reaches nothing. Only one of them is there at a time, so that
 * they may be on different nodes.
 */
final class ImportPods {
  private static final Duration LONGEST_END = Duration.ofMinutes(5);

  private final ImportContext context;
  private final ClusterApi cluster;
  private final UUID id;
  private final BooleanSupplier cancelled;

  ImportPods(ImportContext context, UUID id, BooleanSupplier cancelled) {
    this.context = context;
    this.cluster = context.cluster();
    this.id = id;
    this.cancelled = cancelled;
  }

  /** The pod that loads, running or not. */
  ImportPod loading() {
    return pod(ImportManifests.name(id));
  }

  /**
   * Starts the pod that loads.
   *
   * @throws DataPlaneException when it does not run; the message says why
   */
  ImportPod startLoading(SavedState state) {
    cluster.networkPolicies().api().apply(ImportManifests.isolation(id, state.secret()));
    ImportPod pod = loading();
    pod.start(
        ImportManifests.pod(
            id, state.secret(), context.images(), PostgresEngine.TYPE, release(state)));
    return pod;
  }

  /**
   * Starts the pod that dumps the source.
   *
   * @throws DataPlaneException when it does not run; the message says why
   */
  ImportPod startDumping(SavedState state, SourceConnection source) {
    cluster
        .networkPolicies()
        .api()
        .apply(
            ImportManifests.dumpPolicy(
                id, state.secret(), source, new PostgresEngine().defaultPort()));
    ImportPod pod = pod(ImportManifests.dumpName(id));
    pod.start(
        ImportManifests.dumpPod(
            id, state.secret(), context.images(), PostgresEngine.TYPE, release(state)));
    return pod;
  }

  /** Makes empty volumes in place of those that are there. */
  void makeVolumes(SavedState state) {
    discard();
    String storageClass = context.classes().storageClass();
    long bytes = state.source().sizeBytes();
    cluster.claims().api().apply(ImportManifests.claim(id, state.secret(), storageClass, bytes));
    cluster
        .claims()
        .api()
        .apply(ImportManifests.dumpClaim(id, state.secret(), storageClass, bytes));
  }

  private void discard() {
    for (String name : List.of(ImportManifests.name(id), ImportManifests.dumpName(id))) {
      pod(name).end();
      cluster.claims().api().delete(name);
      Waits.until(
          LONGEST_END,
          cancelled,
          () -> gone(cluster.claims().api().get(name)),
          () ->
              "volume claim %s is not deleted; see 'kubectl describe pvc %s'"
                  .formatted(name, name));
    }
  }

  private ImportPod pod(String name) {
    return new ImportPod(context, name, cancelled);
  }

  private static String release(SavedState state) {
    return Integer.toString(state.source().major());
  }

  private static Optional<Boolean> gone(Optional<V1PersistentVolumeClaim> claim) {
    return claim.isEmpty() ? Optional.of(true) : Optional.empty();
  }
}
