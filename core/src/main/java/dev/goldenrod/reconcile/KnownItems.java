package dev.goldenrod.reconcile;

import dev.goldenrod.database.Database;
import dev.goldenrod.database.DatabaseSnapshot;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.orphan.Orphan.Kind;
import dev.goldenrod.port.Transaction;
import dev.goldenrod.port.VersionRef;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rows of a store that justify what a data plane holds. */
record KnownItems(
    Set<UUID> databases,
    Set<UUID> snapshots,
    Set<UUID> running,
    Set<UUID> failed,
    Set<String> handles,
    Set<String> versions) {
  static KnownItems read(Transaction tx, UUID orgId, Set<VersionRef> copies) {
    return new KnownItems(
        Stream.concat(
                tx.instances().list(orgId).stream().map(Instance::id),
                tx.databases().list(orgId).stream().map(Database::id))
            .collect(Collectors.toSet()),
        tx.databases().listSnapshots(orgId).stream()
            .map(DatabaseSnapshot::id)
            .collect(Collectors.toSet()),
        imports(tx, orgId, job -> !job.phase().isTerminal()),
        imports(tx, orgId, job -> job.phase() == ImportPhase.FAILED),
        Set.copyOf(tx.goldens().handles(orgId)),
        copies.stream()
            .filter(copy -> tx.goldens().findVersion(copy.goldenId(), copy.version()).isPresent())
            .map(VersionRef::text)
            .collect(Collectors.toSet()));
  }

  private static Set<UUID> imports(Transaction tx, UUID orgId, Predicate<ImportJob> condition) {
    return tx.imports().list(orgId).stream()
        .filter(condition)
        .map(ImportJob::id)
        .collect(Collectors.toSet());
  }

  boolean contains(HeldItem item) {
    return switch (item.kind()) {
      case DATABASE -> databases.contains(item.id());
      case SNAPSHOT -> snapshots.contains(item.id());
      case IMPORT -> running.contains(item.id());
      case VERSION -> handles.contains(item.reference());
      case COPY -> versions.contains(item.reference());
    };
  }

  /**
   * Whether it cannot be needed any more: an import that this store saw fail made no version, and
   * is begun anew from its source.
   */
  boolean isDebris(HeldItem item) {
    return item.kind() == Kind.IMPORT && failed.contains(item.id());
  }

  /** Whether a volume may be one that an import has just made, whose version has no row yet. */
  boolean isBeingMade(HeldItem item) {
    return item.kind() == Kind.VERSION && !running.isEmpty();
  }
}
