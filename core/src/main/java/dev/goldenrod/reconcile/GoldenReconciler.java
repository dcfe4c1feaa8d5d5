package dev.goldenrod.reconcile;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.WorkItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Tears down the volumes of a deleted golden once its last clone is gone. */
final class GoldenReconciler implements Reconciler<GoldenReconciler.Subject> {
  private static final Duration WORKING = Duration.ofSeconds(1);

  private final DataPlane dataPlane;

  GoldenReconciler(DataPlane dataPlane) {
    this.dataPlane = dataPlane;
  }

  /**
   * A golden that may be on its way out.
   *
   * @param clones how many clones are left of it
   */
  record Subject(Golden golden, List<GoldenVersion> versions, int clones) {}

  @Override
  public Optional<Subject> load(Transaction tx, WorkItem item) {
    return tx.goldens()
        .find(item.orgId(), item.resourceId())
        .map(
            golden ->
                new Subject(
                    golden,
                    tx.goldens().versions(golden.id()),
                    tx.instances().ofGolden(golden.orgId(), golden.id()).size()));
  }

  @Override
  public Outcome reconcile(Subject subject, Instant now) {
    Golden golden = subject.golden();
    if (!golden.isDeleting()) {
      return Outcome.finish();
    }
    if (subject.clones() > 0) {
      return Outcome.stuck(now.plus(WORKING));
    }
    for (GoldenVersion version : subject.versions()) {
      dataPlane.removeVersion(
          new VersionRef(golden.id(), golden.name(), version.number(), version.handle()));
    }
    return Outcome.finish(
        tx -> {
          tx.goldens().delete(golden.orgId(), golden.id());
          return true;
        });
  }
}
