package dev.goldenrod.reconcile;

import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.orphan.Orphan.Kind;
import dev.goldenrod.port.Inventory;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The items of an inventory for which the store has rows.
 *
 * @param importing whether any import of the organization has not ended
 */
record KnownItems(
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

  /** Returns whether the item is a failed import, which made no version and starts from scratch. */
  boolean isFailedImport(InventoryItem item) {
    return item.kind() == Kind.IMPORT && failed.contains(item.id());
  }

  /** Returns whether the item may be the volume of an import whose version has no row yet. */
  boolean mayBelongToRunningImport(InventoryItem item) {
    return item.kind() == Kind.VERSION && importing;
  }
}
