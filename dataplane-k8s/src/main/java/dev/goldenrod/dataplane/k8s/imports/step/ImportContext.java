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
 */
public record ImportContext(
    ApiClient streams,
    ClusterApi cluster,
    KubernetesOptions options,
    Images images,
    KubernetesVersions versions) {
  private static final int JOBS = 4;

  /** What steps leave for each other. */
  public SavedStates states() {
    return new SavedStates(cluster.secrets().api());
  }

  /** How sources are logged in to. */
  SourceSecrets sources() {
    return new SourceSecrets(cluster.secrets().api(), cluster.namespace());
  }

  /** What volumes and their snapshots are made by. */
  StorageClasses classes() {
    return StorageClasses.find(cluster, options);
  }

  /** The pod of the import, running or not. */
  EnginePod pod(UUID id) {
    return new EnginePod(streams, cluster.namespace(), ImportManifests.name(id));
  }

  /** A PostgreSQL cluster of that major version that is being made in the import's pod. */
  Preparation preparation(UUID id, int major, StepReport report) {
    return pod(id).preparation(Integer.toString(major), states().files(id), report::isCancelled);
  }

  /** What the import of a source of that major version uses. */
  ImportWork work(UUID id, int major, StepReport report) {
    ClientTools tools =
        new ClientTools(major, Integer.toString(major), "the engine's image", Optional::of);
    return new ImportWork(pod(id).tools(report::isCancelled), tools, report, JOBS);
  }
}
