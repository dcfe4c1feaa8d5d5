package dev.goldenrod.reconcile;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.port.WorkItem;
import dev.goldenrod.port.WorkKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Removes the volumes of a deleted golden from every attached cluster, once no clone of it is left
 * and no database is being made from it. Volumes in other clusters are left to the servers that
 * these are attached to.
 */
final class GoldenReconciler implements Reconciler<GoldenReconciler.ReconcileInput> {
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

  private final DataPlanes dataPlanes;
  private final IdGenerator ids;

  GoldenReconciler(DataPlanes dataPlanes, IdGenerator ids) {
    this.dataPlanes = dataPlanes;
    this.ids = ids;
  }

  /**
   * A golden with what its reconciliation needs.
   *
   * @param inUse how many clones exist and databases are being made
   * @param sharedHandles handles that versions of other goldens have too
   */
  record ReconcileInput(
      Golden golden, List<GoldenVersion> versions, long inUse, Set<String> sharedHandles) {}

  @Override
  public Optional<ReconcileInput> load(Transaction tx, WorkItem item) {
    return tx.goldens().find(item.orgId(), item.resourceId()).map(golden -> input(tx, golden));
  }

  private static ReconcileInput input(Transaction tx, Golden golden) {
    List<GoldenVersion> versions = tx.goldens().versions(golden.id());
    List<String> handles = versions.stream().map(GoldenVersion::handle).toList();
    Set<String> shared =
        tx.goldens().versionsOf(golden.orgId(), handles).stream()
            .filter(version -> !version.goldenId().equals(golden.id()))
            .map(GoldenVersion::handle)
            .collect(Collectors.toUnmodifiableSet());
    long clones = tx.instances().ofGolden(golden.orgId(), golden.id()).size();
    long databases = tx.databases().beingMadeOfGolden(golden.orgId(), golden.id()).size();
    return new ReconcileInput(golden, versions, clones + databases, shared);
  }

  @Override
  public ReconcileResult reconcile(ReconcileInput input, Instant now) {
    Golden golden = input.golden();
    if (golden.isRestorable()) {
      return golden.deletion().isOver(now)
          ? ReconcileResult.write(tx -> remove(tx, golden, now), now)
          : ReconcileResult.requeueAt(golden.deletion().until());
    }
    if (!golden.isDeleting()) {
      return ReconcileResult.finish();
    }
    if (input.inUse() > 0) {
      return ReconcileResult.retryLater(now.plus(POLL_INTERVAL));
    }
    List<GoldenVersion> ours = input.versions().stream().filter(this::isOurs).toList();
    List<GoldenVersion> left =
        ours.stream()
            .filter(version -> !input.sharedHandles().contains(version.handle()))
            .filter(version -> !remove(golden, version))
            .toList();
    if (!left.isEmpty()) {
      return ReconcileResult.requeueAt(now.plus(POLL_INTERVAL));
    }
    List<GoldenVersion> others =
        input.versions().stream().filter(version -> !ours.contains(version)).toList();
    return ReconcileResult.finish(
        others.isEmpty()
            ? tx -> delete(tx, golden)
            : tx -> requeueForCluster(tx, golden, ours, others.get(0), now));
  }

  private boolean remove(Transaction tx, Golden golden, Instant now) {
    tx.lockOrg(golden.orgId());
    if (!tx.goldens().update(golden.deletionRequested())) {
      return false;
    }
    Reconciler.audit(
        tx,
        ids,
        golden.orgId(),
        "golden.removed",
        "golden/" + golden.id(),
        Map.of("name", golden.name()),
        now);
    return true;
  }

  private boolean isOurs(GoldenVersion version) {
    return version.clusterId() == null || dataPlanes.isAttached(version.clusterId());
  }

  /**
   * Starts the removal in all data planes, even after a failure; returns whether all is removed.
   */
  private boolean remove(Golden golden, GoldenVersion version) {
    VersionRef ref = new VersionRef(golden.id(), golden.name(), version.number(), version.handle());
    List<AttachedCluster> holders = dataPlanes.attached(version.clusterId());
    boolean gone = !holders.isEmpty();
    DataPlaneException unreachable = null;
    for (AttachedCluster cluster : holders) {
      try {
        gone &= cluster.call(dataPlane -> dataPlane.versions().remove(ref)).orElse(false);
      } catch (DataPlaneException broken) {
        unreachable = broken;
      }
    }
    if (unreachable != null) {
      throw unreachable;
    }
    return gone;
  }

  private static boolean delete(Transaction tx, Golden golden) {
    tx.goldens().delete(golden.orgId(), golden.id());
    return true;
  }

  private static boolean requeueForCluster(
      Transaction tx, Golden golden, List<GoldenVersion> removed, GoldenVersion next, Instant now) {
    removed.forEach(version -> tx.goldens().deleteVersion(golden.id(), version.number()));
    tx.work()
        .schedule(
            WorkItem.due(WorkKind.GOLDEN, golden.orgId(), golden.id(), next.clusterId(), now));
    return true;
  }
}
