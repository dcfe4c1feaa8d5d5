package dev.goldenrod.reconcile;

import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.orphan.Orphan;
import dev.goldenrod.orphan.Orphan.Kind;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Quarantines orphans, the resources that a data plane holds without a row, and deletes them when
 * their time is up. An item that has a row again leaves the quarantine.
 */
final class OrphanCollector {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanCollector.class);

  private final Store store;
  private final IdGenerator ids;
  private final Duration grace;
  private final AttachedCluster cluster;
  private final DataPlane dataPlane;

  OrphanCollector(
      Store store, IdGenerator ids, Duration grace, AttachedCluster cluster, DataPlane dataPlane) {
    this.store = store;
    this.ids = ids;
    this.grace = grace;
    this.cluster = cluster;
    this.dataPlane = dataPlane;
  }

  /**
   * Collects once.
   *
   * @param held the inventory, which must be read before the rows, so that new resources have one
   */
  void run(Inventory held, Instant now) {
    KnownItems known = store.inTransaction(tx -> KnownItems.read(tx, cluster.orgId(), held));
    Set<InventoryItem> unknown =
        InventoryItem.allOf(held).stream()
            .filter(item -> !known.contains(item))
            .collect(Collectors.toSet());
    unknown.stream().filter(known::isFailedImport).forEach(this::remove);
    unknown.removeIf(known::isFailedImport);
    releaseFromQuarantine(unknown);
    for (InventoryItem item : confirmed(unknown, known, now)) {
      runLoggingErrors(item, () -> quarantine(item, now));
    }
    for (Orphan orphan : orphans()) {
      InventoryItem item = InventoryItem.of(orphan);
      if (orphan.isDueAt(now)) {
        if (isStillOrphan(orphan)) {
          remove(item);
        }
      } else {
        runLoggingErrors(item, () -> item.stop(dataPlane, orphan.facts()));
      }
    }
  }

  private Set<InventoryItem> confirmed(Set<InventoryItem> unknown, KnownItems known, Instant now) {
    Set<UUID> confirmed =
        cluster.confirmOrphans(
            unknown.stream()
                .filter(InventoryItem::isOfDatabase)
                .map(InventoryItem::id)
                .collect(Collectors.toUnmodifiableSet()),
            now);
    Predicate<InventoryItem> isConfirmed =
        item -> !item.isOfDatabase() || confirmed.contains(item.id());
    return unknown.stream()
        .filter(isConfirmed)
        .filter(item -> !known.mayBelongToRunningImport(item))
        .collect(Collectors.toSet());
  }

  /** Removes items that have a row again, or are gone, from the quarantine. */
  private void releaseFromQuarantine(Set<InventoryItem> unknown) {
    List<Orphan> over =
        orphans().stream().filter(orphan -> !unknown.contains(InventoryItem.of(orphan))).toList();
    if (!over.isEmpty()) {
      store.useTransaction(
          tx -> over.forEach(orphan -> tx.orphans().delete(orphan.orgId(), orphan.id())));
    }
  }

  /**
   * Checks under the lock that no member has restored it; a due orphan cannot be restored later.
   */
  private boolean isStillOrphan(Orphan orphan) {
    return store.inTransaction(
        tx -> {
          tx.lockOrg(orphan.orgId());
          return tx.orphans().find(orphan.orgId(), orphan.id()).isPresent();
        });
  }

  private List<Orphan> orphans() {
    return store.inTransaction(tx -> tx.orphans().inCluster(cluster.orgId(), cluster.id()));
  }

  private void quarantine(InventoryItem item, Instant now) {
    if (store.inTransaction(tx -> isQuarantined(tx, item))) {
      return;
    }
    Orphan orphan =
        new Orphan(
            ids.next(),
            cluster.orgId(),
            cluster.id(),
            item.kind(),
            item.reference(),
            item.facts(dataPlane),
            item.endpoint(dataPlane),
            now,
            now.plus(grace));
    if (store.inTransaction(tx -> insert(tx, orphan))) {
      LOG.warn(
          "Quarantined {}, which has no row in the store; it is deleted after {}, see 'goldenrod orphans list'",
          item,
          orphan.deleteAt());
    }
  }

  /** Another server may have inserted it first. */
  private boolean insert(Transaction tx, Orphan orphan) {
    tx.lockOrg(orphan.orgId());
    boolean missing = !isQuarantined(tx, InventoryItem.of(orphan));
    if (missing) {
      tx.orphans().insert(orphan);
    }
    return missing;
  }

  private boolean isQuarantined(Transaction tx, InventoryItem item) {
    return tx.orphans()
        .find(cluster.orgId(), cluster.id(), item.kind(), item.reference())
        .isPresent();
  }

  private void remove(InventoryItem item) {
    LOG.info("Deleting {}, which has no row in the store", item);
    runLoggingErrors(item, () -> item.remove(dataPlane));
  }

  /**
   * Logs failures so that other items are still processed, unless the data plane is unreachable.
   */
  private static void runLoggingErrors(InventoryItem item, Runnable work) {
    try {
      work.run();
    } catch (DataPlaneUnreachableException | DataPlaneOfflineException away) {
      throw away;
    } catch (DataPlaneException refused) {
      LOG.warn("Cannot process orphan {}, will retry: {}", item, refused.getMessage());
    } catch (RuntimeException broken) {
      LOG.warn("Cannot process orphan {}, will retry", item, broken);
    }
  }

  /**
   * The items of an inventory for which the store has rows.
   *
   * @param importing whether any import of the organization has not ended
   */
  private record KnownItems(
      Set<UUID> databases,
      Set<UUID> snapshots,
      Set<UUID> running,
      Set<UUID> failed,
      Set<String> handles,
      Set<String> versions,
      boolean importing) {
    static KnownItems read(Transaction tx, UUID orgId, Inventory held) {
      return new KnownItems(
          Stream.of(
                  tx.instances().existing(orgId, held.databases()),
                  tx.databases().existing(orgId, held.databases()))
              .flatMap(Set::stream)
              .collect(Collectors.toSet()),
          tx.databases().existingSnapshots(orgId, held.snapshots()),
          imports(tx, orgId, held, job -> !job.phase().isTerminal()),
          imports(tx, orgId, held, job -> job.phase() == ImportPhase.FAILED),
          tx.goldens().versionsOf(orgId, held.handles()).stream()
              .map(GoldenVersion::handle)
              .collect(Collectors.toSet()),
          held.copies().stream()
              .filter(copy -> tx.goldens().findVersion(copy.goldenId(), copy.version()).isPresent())
              .map(VersionRef::text)
              .collect(Collectors.toSet()),
          !tx.imports().running(orgId).isEmpty());
    }

    private static Set<UUID> imports(
        Transaction tx, UUID orgId, Inventory held, Predicate<ImportJob> condition) {
      return held.imports().stream()
          .flatMap(id -> tx.imports().find(orgId, id).stream())
          .filter(condition)
          .map(ImportJob::id)
          .collect(Collectors.toSet());
    }

    boolean contains(InventoryItem item) {
      return switch (item.kind()) {
        case DATABASE -> databases.contains(item.id());
        case SNAPSHOT -> snapshots.contains(item.id());
        case IMPORT -> running.contains(item.id());
        case VERSION -> handles.contains(item.reference());
        case COPY -> versions.contains(item.reference());
      };
    }

    /**
     * Returns whether the item is a failed import, which made no version and starts from scratch.
     */
    boolean isFailedImport(InventoryItem item) {
      return item.kind() == Kind.IMPORT && failed.contains(item.id());
    }

    /** Returns whether the item may be the volume of an import whose version has no row yet. */
    boolean mayBelongToRunningImport(InventoryItem item) {
      return item.kind() == Kind.VERSION && importing;
    }
  }
}
