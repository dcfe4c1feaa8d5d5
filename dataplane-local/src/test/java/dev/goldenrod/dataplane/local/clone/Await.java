package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.port.CloneSpec;
import dev.goldenrod.port.CloneState;

/** Waits for what happens to processes behind a clone's back. */
final class Await {
  private Await() {}

  /** Until the clone is ready with another process than the killed one. */
  static void processChanged(CloneFixture fixture, CloneSpec clone, ProcessHandle gone) {
    CloneFixture.await("clone is ready with another process than " + gone.pid())
        .until(
            () -> fixture.clones().observe(clone.id()),
            seen ->
                seen.state() == CloneState.READY
                    && fixture.findPostmaster(clone).filter(now -> !now.equals(gone)).isPresent());
  }
}
