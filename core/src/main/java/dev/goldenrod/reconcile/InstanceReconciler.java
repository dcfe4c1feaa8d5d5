package dev.goldenrod.reconcile;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenRef;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.port.ControlObserver;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Creates, repairs, expires and deletes clones. */
final class InstanceReconciler implements Reconciler<InstanceReconciler.ReconcileInput> {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
  private static final Duration RECHECK_INTERVAL = Duration.ofSeconds(30);

  private final DataPlane dataPlane;
  private final IdGenerator ids;

  InstanceReconciler(DataPlane dataPlane, IdGenerator ids) {
    this.dataPlane = dataPlane;
    this.ids = ids;
  }

  /**
   * An instance with what its reconciliation needs.
   *
   * @param handle the handle of its golden version; empty when the version was deleted
   * @param dueAt when it was due; later than now when a change triggered the reconciliation
   */
  record ReconcileInput(Instance instance, String handle, Instant dueAt) {
    DatabaseSpec databaseSpec() {
      GoldenRef golden = instance.spec().golden();
      VersionRef version =
          new VersionRef(golden.goldenId(), golden.name(), golden.version(), handle);
      return DatabaseSpec.of(
              instance.id(), new Origin.Version(version), instance.spec().size().resources())
          .atGeneration(instance.spec().cloneGeneration());
    }
  }

  @Override
  public Optional<ReconcileInput> load(Transaction tx, WorkItem item) {
    return tx.instances()
        .find(item.orgId(), item.resourceId())
        .map(
            instance ->
                new ReconcileInput(instance, handle(tx, instance.spec().golden()), item.dueAt()));
  }

  private static String handle(Transaction tx, GoldenRef golden) {
    return tx.goldens()
        .findVersion(golden.goldenId(), golden.version())
        .map(version -> version.handle())
        .orElse("");
  }

  @Override
  public ReconcileResult reconcile(ReconcileInput input, Instant now) {
    Instance instance = input.instance();
    DatabaseObservation seen = dataPlane.databases().observe(instance.id());
    InstanceStep step = InstanceStep.decide(instance, seen, now);
    if (step instanceof InstanceStep.Delete) {
      return ReconcileResult.finish(tx -> delete(tx, instance, now));
    }
    if (step instanceof InstanceStep.Remove) {
      dataPlane.databases().remove(instance.id());
      return ReconcileResult.retryLater(now.plus(POLL_INTERVAL));
    }
    if (step instanceof InstanceStep.Expire) {
      return ReconcileResult.write(tx -> expire(tx, instance, now), now);
    }
    if (step instanceof InstanceStep.Ensure ensure) {
      if (seen.state() == DatabaseState.BLOCKED && now.isBefore(input.dueAt())) {
        // The data plane reported the block by itself: to retry at once would repeat without end.
        return store(instance, ensure.next(), input.dueAt());
      }
      dataPlane.databases().ensure(input.databaseSpec());
      return store(instance, ensure.next(), capAtExpiry(now.plus(POLL_INTERVAL), instance));
    }
    if (step instanceof InstanceStep.Save save) {
      return save(input, save.next(), capAtExpiry(now.plus(RECHECK_INTERVAL), instance))
          .withEvent(observer -> reportLaunch(observer, instance, save.next(), now));
    }
    if (step instanceof InstanceStep.MarkLost markLost) {
      return ReconcileResult.write(
          tx -> markLost(tx, markLost.next(), now),
          capAtExpiry(now.plus(RECHECK_INTERVAL), instance));
    }
    return ReconcileResult.requeueAt(capAtExpiry(now.plus(RECHECK_INTERVAL), instance));
  }

  /** Reports an instance that is ready for the first time; a warm clone is not a launch. */
  private static void reportLaunch(
      ControlObserver observer, Instance before, Instance next, Instant now) {
    boolean isFirst = before.status().endpoint().isEmpty() && next.phase() == InstancePhase.READY;
    if (isFirst && !before.isWarm()) {
      Duration time = Duration.between(before.createdAt(), now);
      observer.launched(before.spec().golden().name(), false, time);
    }
  }

  @Override
  public ReconcileResult onError(ReconcileInput input, String reason, Instant now) {
    Instance instance = input.instance();
    InstancePhase phase = instance.phase();
    if (phase == InstancePhase.PENDING || phase == InstancePhase.PROVISIONING) {
      ReconcileResult stored = store(instance, instance.provisioning(reason), now);
      return new ReconcileResult(stored.write(), now, false);
    }
    return ReconcileResult.retryLater(now);
  }

  private static ReconcileResult store(Instance old, Instance next, Instant again) {
    if (next.equals(old)) {
      return ReconcileResult.retryLater(again);
    }
    return ReconcileResult.write(tx -> tx.instances().updateProgress(next), again);
  }

  private static ReconcileResult save(ReconcileInput input, Instance next, Instant again) {
    if (next.equals(input.instance())) {
      return ReconcileResult.retryLater(again);
    }
    return ReconcileResult.write(
        tx -> tx.instances().updateProgress(next) && recordCopyCluster(tx, input.handle(), next),
        again);
  }

  /** Records the cluster that copied the snapshot: the copy precedes the first ready clone. */
  private static boolean recordCopyCluster(Transaction tx, String handle, Instance clone) {
    if (clone.phase() == InstancePhase.READY && handle.startsWith(GoldenVersion.SNAPSHOT_HANDLE)) {
      GoldenRef of = clone.spec().golden();
      tx.goldens()
          .findVersion(of.goldenId(), of.version())
          .filter(version -> version.clusterId() == null)
          .ifPresent(version -> tx.goldens().updateVersion(version.copiedTo(clone.clusterId())));
    }
    return true;
  }

  private static Instant capAtExpiry(Instant planned, Instance instance) {
    Instant end = instance.spec().expiresAt();
    return !instance.isWarm() && end.isBefore(planned) ? end : planned;
  }

  /** Also enqueues a golden that is being deleted, because this may have been its last clone. */
  private static boolean delete(Transaction tx, Instance instance, Instant now) {
    UUID orgId = instance.orgId();
    tx.instances().delete(orgId, instance.id());
    tx.goldens()
        .find(orgId, instance.spec().golden().goldenId())
        .filter(Golden::isDeleting)
        .ifPresent(
            golden ->
                tx.work().schedule(WorkItem.due(WorkKind.GOLDEN, orgId, golden.id(), null, now)));
    return true;
  }

  private boolean expire(Transaction tx, Instance instance, Instant now) {
    if (!tx.instances().update(instance.deletionRequested())) {
      return false;
    }
    audit(tx, instance, "instance.expired", now);
    return true;
  }

  private boolean markLost(Transaction tx, Instance lost, Instant now) {
    if (!tx.instances().updateProgress(lost)) {
      return false;
    }
    audit(tx, lost, "instance.lost", now);
    return true;
  }

  private void audit(Transaction tx, Instance instance, String action, Instant now) {
    String target = "instance/" + instance.id();
    Reconciler.audit(tx, ids, instance.orgId(), action, target, instance.labels(), now);
  }
}
