package dev.goldenrod.dataplane.local.clone;

import static dev.goldenrod.testing.Eventually.eventually;

import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.port.CloneSpec;
import dev.goldenrod.port.CloneState;

/** Waits for what happens to processes behind a clone's back. */
final class Await {
  private Await() {}

  /** Until the process is gone and the clone is ready with another one. */
  static void processChanged(CloneFixture fixture, CloneSpec clone, ProcessHandle gone) {
    eventually(
        "clone is ready with another process than " + gone.pid(),
        CloneFixture.PATIENCE,
        () -> fixture.clones().observe(clone.id()),
        seen ->
            seen.state() == CloneState.READY
                && !Processes.isRunning(gone)
                && !fixture.postmasters(clone).isEmpty());
  }
}
