package dev.goldenrod.reconcile;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;

/** Removes an import that is not to be, with the volume that it may have made already. */
record ImportRemoval(DataPlane dataPlane) {
  /** Whether nothing of it is left in the data plane; until then, to be called again. */
  boolean removeAll(ImportJob job) {
    return dataPlane.imports().remove(job.id()) && removeVolume(job);
  }

  /** What Snapshotting made is known to the data plane, even where the store never heard of it. */
  private boolean removeVolume(ImportJob job) {
    ImportObservation made = dataPlane.imports().observe(job.id(), ImportPhase.SNAPSHOTTING);
    return made.state() != StepState.DONE
        || dataPlane
            .versions()
            .remove(
                new VersionRef(
                    job.goldenId(), job.golden(), job.version(), made.result().handle()));
  }
}
