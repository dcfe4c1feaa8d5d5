package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;

final class Await {
  private Await() {}

  /** Waits until the clone is ready with a new process instead of the killed one. */
  static void processChanged(DatabaseFixture fixture, DatabaseSpec clone, ProcessHandle gone) {
    DatabaseFixture.await("clone is ready with another process than " + gone.pid())
        .until(
            () -> fixture.databases().observe(clone.id()),
            seen ->
                seen.state() == DatabaseState.READY
                    && fixture.findPostmaster(clone).filter(now -> !now.equals(gone)).isPresent());
  }
}
