package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.imports.ImportWorkspace.StepRecord;
import dev.goldenrod.dataplane.imports.Step;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.StorageClasses;
import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.Images;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.version.KubernetesVersions;
import dev.goldenrod.dataplane.k8s.version.SavedVersion;
import dev.goldenrod.imports.ImportPhase;
import io.kubernetes.client.openapi.ApiClient;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The parts of a cluster that imports use.
 *
 * @param streams the client for streams, which stay open
 * @param holder identifies this process
 */
public record ImportContext(
    ApiClient streams,
    ClusterApi cluster,
    KubernetesOptions options,
    Images images,
    KubernetesVersions versions,
    String holder) {
  ImportStates states() {
    return new ImportStates(cluster.secrets(), holder);
  }

  Map<ImportPhase, Step> steps() {
    return Map.of(
        ImportPhase.PROBING, new ProbingStep(this),
        ImportPhase.PROVISIONING, (spec, run) -> new ImportPods(this, spec.id(), run).provision(),
        ImportPhase.IMPORTING, new ImportingStep(this),
        ImportPhase.SNAPSHOTTING, new SnapshottingStep(this),
        ImportPhase.CLEANING, new ImportObjects(this)::clean);
  }

  Optional<StepRecord> madeBy(UUID id) {
    return versions.madeBy(id).flatMap(SavedVersion::stepRecord);
  }

  SourceSecrets sources() {
    return new SourceSecrets(cluster.secrets(), cluster.namespace());
  }

  /** Reads the classes of volumes and snapshots live. */
  StorageClasses classes() {
    return StorageClasses.find(cluster, options);
  }

  EnginePod pod(String name) {
    return new EnginePod(streams, cluster.namespace(), name);
  }
}
