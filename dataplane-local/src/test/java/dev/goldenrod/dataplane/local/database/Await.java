package dev.goldenrod.dataplane.local.database;

import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;

/** Waits for what happens to processes behind a clone's back. */
final class Await {
  private Await() {}

  /** Until the clone is ready with another process than the killed one. */
  static void processChanged(DatabaseFixture fixture, DatabaseSpec clone, ProcessHandle gone) {
    DatabaseFixture.await("clone is ready with another process than " + gone.pid())
        .until(
            () -> fixture.databases().observe(clone.id()),
            seen ->
                seen.state() == DatabaseState.READY
                    && fixture.findPostmaster(clone).filter(now -> !now.equals(gone)).isPresent());
  }
}
