package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import io.kubernetes.client.common.KubernetesObject;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All objects of imports except the versions they made. Thread-safe. */
public record ImportObjects(ImportContext context) {
  /** Starts the removal. An unfinished version is removed too. */
  public void remove(UUID id) {
    if (context.versions().madeBy(id).isEmpty()) {
      context.versions().release(id);
    }
    ClusterApi cluster = context.cluster();
    cluster.pods().cache().list(Labels.IMPORT, id.toString()).stream()
        .map(pod -> Objects.requireNonNull(pod.getMetadata().getName()))
        .forEach(cluster.pods().api()::delete);
    cluster.secrets().api().deleteWithDependents(ImportManifests.name(id));
  }

  public boolean exist(UUID id) {
    return context.states().find(id).isPresent() || ids().contains(id);
  }

  public Set<UUID> ids() {
    return objects()
        .flatMap(object -> Labels.id(object, Labels.IMPORT).stream())
        .collect(Collectors.toSet());
  }

  private Stream<KubernetesObject> objects() {
    ClusterApi cluster = context.cluster();
    return Stream.of(cluster.secrets(), cluster.pods(), cluster.claims(), cluster.snapshots())
        .flatMap(kind -> kind.cache().list().stream());
  }
}
