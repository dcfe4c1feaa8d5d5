package dev.goldenrod.dataplane.k8s.imports.step;

import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.imports.StepRecord;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.imports.state.SavedState;
import dev.goldenrod.dataplane.k8s.imports.state.SavedStates;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.source.SourceSecrets;
import dev.goldenrod.dataplane.k8s.version.KubernetesVersions;
import dev.goldenrod.imports.ImportPhase;
import io.kubernetes.client.openapi.ApiClient;
import java.util.Map;
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
  /** What steps leave for each other. */
  public SavedStates states() {
    return new SavedStates(cluster.secrets().api(), holder);
  }

  /** The steps of imports. */
  public Map<ImportPhase, Step> steps() {
    return Map.of(
        ImportPhase.PROBING, new ProbingStep(this),
        ImportPhase.PROVISIONING, new ProvisioningStep(this),
        ImportPhase.IMPORTING, new ImportingStep(this),
        ImportPhase.SNAPSHOTTING, new SnapshottingStep(this),
        ImportPhase.CLEANING, new CleaningStep(this));
  }

  /** What is kept of the version that the import made; empty when it made none. */
  public Optional<StepRecord> madeBy(UUID id) {
    return versions
        .madeBy(id)
        .flatMap(version -> SavedState.parse(version.record(), StepRecord.class));
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
