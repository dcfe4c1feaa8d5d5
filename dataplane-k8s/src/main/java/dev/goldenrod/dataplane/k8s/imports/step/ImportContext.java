package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.imports.state.SavedStates;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.source.SourceSecrets;
import dev.goldenrod.dataplane.k8s.version.KubernetesVersions;
import io.kubernetes.client.openapi.ApiClient;

/**
 * What imports use of a cluster.
 *
 * @param streams for what stays open
 * @param holder tells this process from all others
 */
public record ImportContext(
    ApiClient streams,
    ClusterApi cluster,
    KubernetesOptions options,
    Images images,
    KubernetesVersions versions,
    String holder) {
  /** What steps leave for each other. */
  public SavedStates states() {
    return new SavedStates(cluster.secrets().api(), holder);
  }

  /** How sources are logged in to. */
  SourceSecrets sources() {
    return new SourceSecrets(cluster.secrets().api(), cluster.namespace());
  }

  /** What volumes and their snapshots are made by. */
  StorageClasses classes() {
    return StorageClasses.find(cluster, options);
  }

  /** The pod of that name, running or not. */
  EnginePod pod(String name) {
    return new EnginePod(streams, cluster.namespace(), name);
  }
}
