package dev.goldenrod.reconcile;

import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;

/** Removes a cancelled import, including the volume that it may have made already. */
record ImportRemoval(DataPlane dataPlane) {
  /** Returns whether all is removed from the data plane; if not, it has to be called again. */
  boolean removeAll(ImportJob job) {
    return dataPlane.imports().remove(job.id()) && removeVolume(job);
  }

  /** Asks the data plane for the volume, because the store may not know of it yet. */
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
