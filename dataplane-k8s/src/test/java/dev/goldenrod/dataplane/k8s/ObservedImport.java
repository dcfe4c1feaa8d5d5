package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.manifest.ImportManifests;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.source.SourceConnection;
import java.util.UUID;

/** An import from the source of a {@link SourcePod}. */
record ObservedImport(SimulatedNamespace namespace, ImportSpec spec) {
  /**
   * @param source the source's address
   */
  static ObservedImport of(SimulatedNamespace namespace, String source) {
    SourceConnection connection =
        new SourceConnection(
            source, 5432, SourcePod.DATABASE, SourcePod.USER, "", SourcePod.SECRET);
    return new ObservedImport(
        namespace, new ImportSpec(UUID.randomUUID(), "shop", 1, connection, ""));
  }

  /** Runs the step, which must succeed. */
  ImportObservation run(KubernetesDataPlane plane, ImportPhase step) {
    plane.imports().ensure(spec, step);
    ImportObservation end = awaitEnd(plane, step);
    assertThat(end.state()).as(end.message()).isEqualTo(StepState.DONE);
    return end;
  }

  ImportObservation awaitEnd(KubernetesDataPlane plane, ImportPhase step) {
    return awaitEnd(plane, step, () -> {});
  }

  ImportObservation awaitEnd(KubernetesDataPlane plane, ImportPhase step, Runnable meanwhile) {
    return await(step + " ends")
        .until(
            () -> {
              meanwhile.run();
              return plane.imports().observe(spec.id(), step);
            },
            seen -> seen.state() == StepState.DONE || seen.state() == StepState.FAILED);
  }

  void remove(KubernetesDataPlane plane) {
    await("the import is gone").until(() -> plane.imports().remove(spec.id()));
  }

  /** Returns the name of the import's pod and Secret. */
  String name() {
    return ImportManifests.name(spec.id());
  }

  boolean hasPod() {
    return namespace
        .cluster()
        .objects()
        .find(ResourceType.POD, namespace.name(), name())
        .isPresent();
  }

  String podUid() {
    return Tree.uid(namespace.cluster().objects().get(ResourceType.POD, namespace.name(), name()));
  }
}
