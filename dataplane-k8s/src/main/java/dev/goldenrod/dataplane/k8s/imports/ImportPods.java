package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.Engines;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.manifest.Images.PodImage;
import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportResult;
import dev.goldenrod.source.SourceConnection;
import java.util.UUID;

/**
 * The pods of an import and their volumes. The dumping pod connects to the source. The loading pod
 * runs code of the source and has no network access. Only one of them exists at a time, so that
 * they may be on different nodes.
 */
final class ImportPods {
  private static final String TYPE = Engines.importer().type();

  private final ImportContext context;
  private final ClusterApi cluster;
  private final UUID id;
  private final StepRun run;

  ImportPods(ImportContext context, UUID id, StepRun run) {
    this.context = context;
    this.cluster = context.cluster();
    this.id = id;
    this.run = run;
  }

  ImportPod loading() {
    return pod(ImportManifests.name(id));
  }

  ImportPod dumping() {
    return pod(ImportManifests.dumpName(id));
  }

  /**
   * Starts the loading pod unless it runs, with the programs that have made the data so far.
   *
   * @return the pod's uid
   * @throws DataPlaneException if the pod does not run; the message says why
   */
  String startLoading(ImportState state) {
    cluster.networkPolicies().apply(ImportManifests.isolation(id, state.secret()));
    String uid = loading().start(ImportManifests.loadPod(id, state.secret(), image(state)));
    cluster
        .pods()
        .get(ImportManifests.name(id))
        .map(cluster.builds()::running)
        .ifPresent(build -> context.states().save(id, build));
    return uid;
  }

  ImportPod startDumping(ImportState state, SourceConnection source) {
    cluster
        .networkPolicies()
        .apply(
            ImportManifests.dumpPolicy(id, state.secret(), source, Engines.of(TYPE).defaultPort()));
    ImportPod pod = dumping();
    pod.start(ImportManifests.dumpPod(id, state.secret(), image(state)));
    return pod;
  }

  /** The step that makes an empty data directory of the source's release on a new volume. */
  ImportResult provision() {
    ImportState state = context.states().require(id);
    makeVolumes(state);
    startLoading(state);
    initialise(state);
    return new ImportResult(state.source().release(), "", 0);
  }

  /** Makes an empty data directory in the loading pod, which runs. */
  void initialise(ImportState state) {
    ImportPod pod = loading();
    PodWork work = new PodWork(context, id, pod, "init", state.source().release(), run);
    pod.during(
        () -> {
          state.source().initialise(work.preparation());
          return true;
        });
  }

  private void makeVolumes(ImportState state) {
    dumping().end();
    loading().end();
    discardVolume(ImportManifests.dumpName(id));
    cluster
        .claims()
        .apply(
            ImportManifests.dumpClaim(
                id, state.secret(), context.classes().storageClass(), state.source().sizeBytes()));
    makeLoadedVolume(state);
  }

  /** Replaces the loaded volume by an empty one, and keeps the dump. */
  void makeLoadedVolume(ImportState state) {
    loading().end();
    discardVolume(ImportManifests.name(id));
    cluster
        .claims()
        .apply(
            ImportManifests.loadClaim(
                id, state.secret(), context.classes().storageClass(), state.source().sizeBytes()));
  }

  private void discardVolume(String name) {
    cluster.claims().delete(name);
    StepPolling.untilTrue(
        run,
        () -> cluster.claims().get(name).isEmpty(),
        () ->
            "PersistentVolumeClaim %s is not deleted yet; see 'kubectl describe pvc %s'"
                .formatted(name, name));
  }

  private ImportPod pod(String name) {
    return new ImportPod(context, name, run);
  }

  private PodImage image(ImportState state) {
    return context.images().of(TYPE, state.source().release(), state.build());
  }
}
