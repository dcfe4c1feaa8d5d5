package dev.goldenrod.control.schema;

import dev.goldenrod.database.Database;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.SchemaChanges;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;

/** A comparison of the schemas of a branch and its parent, which runs on a copy of the parent. */
public record BranchSchemaDiff(Database parent, Database branch) {
  private static final Duration POLL = Duration.ofMillis(10);

  /** Marks the copy as in use, so that it is deleted, not retained, if this process dies. */
  public Orphan copy(UUID id, Instant now, Duration use) {
    return new Orphan(
        id,
        parent.orgId(),
        parent.clusterId(),
        Orphan.Kind.DATABASE,
        id.toString(),
        Orphan.Facts.UNKNOWN,
        "",
        now,
        now.plus(use));
  }

  /**
   * Returns the changes that turn the parent's schema into the branch's.
   *
   * @param copy the {@link #copy} to try them on; removed afterwards
   * @throws DataPlaneException if the data plane fails, or does not answer in time
   */
  public SchemaChanges compare(DataPlane plane, Orphan copy, Duration atMost) {
    long deadline = System.nanoTime() + atMost.toNanos();
    UUID trial = copy.id();
    plane
        .databases()
        .ensure(
            DatabaseSpec.of(
                trial, new Origin.Database(parent.id()), parent.template().config().resources()));
    try {
      awaitReady(plane, trial, deadline);
      return plane.schemas().changes(trial, branch.id(), left(deadline));
    } finally {
      plane.databases().remove(trial);
    }
  }

  private static void awaitReady(DataPlane plane, UUID trial, long deadline) {
    DatabaseObservation seen = plane.databases().observe(trial);
    boolean wasSeen = false;
    while (seen.state() != DatabaseState.READY) {
      boolean isGone = wasSeen && seen.state() == DatabaseState.ABSENT;
      if (isGone || seen.state() == DatabaseState.FAILED || left(deadline).isZero()) {
        throw new DataPlaneException(
            "cannot make a copy of the parent to try the changes on: %s"
                .formatted(isGone ? "it was removed" : seen.message()));
      }
      pause();
      wasSeen |= seen.state() != DatabaseState.ABSENT;
      seen = plane.databases().observe(trial);
    }
  }

  private static Duration left(long deadline) {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  private static void pause() {
    try {
      Thread.sleep(POLL.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for a copy of the parent", e);
    }
  }
}
