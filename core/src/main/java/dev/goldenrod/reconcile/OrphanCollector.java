package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.VersionRef;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes orphans: what a data plane holds without a database row. */
final class OrphanCollector {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanCollector.class);
  private static final UUID NO_GOLDEN = new UUID(0, 0);

  private final Store store;
  private final UUID orgId;
  private final AttachedCluster cluster;
  private final DataPlane dataPlane;

  OrphanCollector(Store store, AttachedCluster cluster, DataPlane dataPlane) {
    this.store = store;
    this.orgId = cluster.orgId();
    this.cluster = cluster;
    this.dataPlane = dataPlane;
  }

  /** The rows that justify what a data plane holds. */
  private record Known(
      Set<UUID> databases, Set<UUID> snapshots, Set<UUID> imports, Set<String> handles) {}

  /** Collects once. The inventory is taken before the rows, so that nothing young is swept. */
  void run() {
    Inventory held = dataPlane.inventory();
    Known known = known();
    Set<UUID> databases = without(held.databases(), known.databases());
    Set<UUID> snapshots = without(held.snapshots(), known.snapshots());
    Set<UUID> lasting = cluster.lastingOrphans(union(databases, snapshots));
    databases.retainAll(lasting);
    snapshots.retainAll(lasting);
    for (UUID id : databases) {
      LOG.info("removing database {}, which no row knows", id);
      remove(() -> dataPlane.databases().remove(id));
    }
    for (UUID id : snapshots) {
      LOG.info("removing snapshot {}, which no row knows", id);
      remove(() -> dataPlane.snapshots().remove(id));
    }
    for (UUID id : without(held.imports(), known.imports())) {
      LOG.info("removing what import {} left behind", id);
      remove(() -> dataPlane.imports().remove(id));
    }
    if (known.imports().isEmpty()) {
      removeVersions(without(held.handles(), known.handles()));
    }
    held.copies().stream().filter(copy -> !isKnown(copy)).forEach(this::removeCopy);
  }

  private boolean isKnown(VersionRef copy) {
    return store.inTransaction(
        tx -> tx.goldens().findVersion(copy.goldenId(), copy.version()).isPresent());
  }

  /** Every server that a clone was made by has one; the row's end was one server's work. */
  private void removeCopy(VersionRef copy) {
    LOG.info(
        "removing the copy of {}, golden {} version {}, which is no golden's any more",
        copy.handle(),
        copy.golden(),
        copy.version());
    dataPlane.versions().remove(copy);
  }

  private void removeVersions(Set<String> handles) {
    for (String handle : handles) {
      LOG.info("removing volume {}, which no golden version knows", handle);
      remove(() -> dataPlane.versions().remove(new VersionRef(NO_GOLDEN, "", 0, handle)));
    }
  }

  /** What cannot be removed keeps nothing else from it. */
  private static void remove(Runnable removal) {
    try {
      removal.run();
    } catch (RuntimeException broken) {
      LOG.warn("it stays for now", broken);
    }
  }

  private Known known() {
    return store.inTransaction(
        tx ->
            new Known(
                Stream.concat(
                        tx.instances().list(orgId).stream().map(Instance::id),
                        tx.databases().list(orgId).stream().map(Database::id))
                    .collect(Collectors.toSet()),
                tx.databases().listSnapshots(orgId).stream()
                    .map(DatabaseSnapshot::id)
                    .collect(Collectors.toSet()),
                tx.imports().list(orgId).stream()
                    .filter(job -> !job.phase().isTerminal())
                    .map(ImportJob::id)
                    .collect(Collectors.toSet()),
                Set.copyOf(tx.goldens().handles(orgId))));
  }

  private static Set<UUID> union(Set<UUID> some, Set<UUID> others) {
    return Stream.concat(some.stream(), others.stream()).collect(Collectors.toUnmodifiableSet());
  }

  private static <T> Set<T> without(Set<T> held, Set<T> known) {
    Set<T> orphans = new HashSet<>(held);
    orphans.removeAll(known);
    return orphans;
  }
}
