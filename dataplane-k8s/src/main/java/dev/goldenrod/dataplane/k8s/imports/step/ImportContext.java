package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.imports.state.SavedStates;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.source.SourceSecrets;
import dev.goldenrod.dataplane.k8s.version.KubernetesVersions;
import dev.goldenrod.engine.Preparation;
import dev.goldenrod.engine.postgres.imports.ImportWork;
import dev.goldenrod.engine.postgres.imports.ImportWork.ClientTools;
import dev.goldenrod.engine.postgres.imports.StepReport;
import io.kubernetes.client.openapi.ApiClient;
import java.util.Optional;
import java.util.UUID;

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
  private static final int JOBS = 4;

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

  /** A PostgreSQL cluster of that major version that is being made in the import's own pod. */
  Preparation preparation(UUID id, int major, StepReport report) {
    return pod(ImportManifests.name(id))
        .preparation(Integer.toString(major), states().files(id), report::isCancelled);
  }

  /** What the import of a source of that major version uses in that pod. */
  ImportWork work(String pod, int major, StepReport report) {
    ClientTools tools =
        new ClientTools(major, Integer.toString(major), "the engine's image", Optional::of);
    return new ImportWork(pod(pod).tools(report::isCancelled), tools, report, JOBS);
  }
}
