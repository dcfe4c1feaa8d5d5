package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.port.ImportSpec;
import io.kubernetes.client.common.KubernetesObject;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All objects of imports except the versions they made. Thread-safe. */
record ImportObjects(ImportContext context) {
  /** Starts the removal. An unfinished version is removed too. */
  void remove(UUID id) {
    if (context.versions().madeBy(id).isEmpty()) {
      context.versions().release(id);
    }
    ClusterApi cluster = context.cluster();
    cluster.pods().cache().list(Labels.IMPORT, id.toString()).stream()
        .map(Metadata::name)
        .forEach(cluster.pods()::delete);
    cluster.secrets().deleteWithDependents(ImportManifests.name(id));
  }

  boolean exist(UUID id) {
    return context.states().find(id).isPresent() || ids().contains(id);
  }

  Set<UUID> ids() {
    return objects()
        .flatMap(object -> Labels.id(object, Labels.IMPORT).stream())
        .collect(Collectors.toSet());
  }

  private Stream<KubernetesObject> objects() {
    ClusterApi cluster = context.cluster();
    return Stream.of(cluster.secrets(), cluster.pods(), cluster.claims(), cluster.snapshots())
        .flatMap(kind -> kind.cache().list().stream());
  }

  /** The step that removes the objects of the import except the version that it made. */
  ImportResult clean(ImportSpec spec, StepRun run) {
    remove(spec.id());
    StepPolling.untilTrue(
        run, () -> !exist(spec.id()), () -> "the cluster has not deleted the import's objects yet");
    return context.madeBy(spec.id()).map(StepRecord::result).orElse(ImportResult.UNKNOWN);
  }
}
