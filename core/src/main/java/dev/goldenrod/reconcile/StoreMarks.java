package dev.goldenrod.reconcile;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.Transaction;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a mark in each data plane that records how recent its store is. It reveals a store that is
 * older than the data plane's contents, and a copy of a store after the original has continued.
 * Thread-safe.
 *
 * <p>A mark is stored in the store before it is stored in the data plane. The store keeps the marks
 * that the data plane may have, and no older ones.
 */
public final class StoreMarks {
  private static final String WAY_OUT =
      "use the store that was last used there, or start once with 'goldenrod serve"
          + " --accept-older-store --data-dir DIR' (programs:"
          + " ControlPlaneBuilder.acceptOlderStore), which deletes nothing and"
          + " quarantines what this store does not know";

  private final Store store;
  private final Clock clock;
  private final IdGenerator ids;

  /** Creates the marks of a store. */
  public StoreMarks(Store store, Clock clock, IdGenerator ids) {
    this.store = store;
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * Checks that the store may use the data plane.
   *
   * @param clusterId null when the store does not know the data plane
   * @throws OlderStoreException when the store may lack rows of what the data plane holds
   */
  public void check(UUID orgId, @Nullable UUID clusterId, DataPlane dataPlane) {
    dataPlane.claimedBy().ifPresent(mark -> check(orgId, clusterId, dataPlane, mark));
  }

  /** The store is read last: another of its servers may have made the mark just now. */
  private void check(
      UUID orgId, @Nullable UUID clusterId, DataPlane dataPlane, StoreMark claimedBy) {
    List<StoreMark> known =
        clusterId == null ? List.of() : store.inTransaction(tx -> tx.clusters().marks(clusterId));
    if (!isKnown(orgId, known, claimedBy)) {
      throw new OlderStoreException(reason(orgId, known, claimedBy, dataPlane.location()), WAY_OUT);
    }
  }

  /** A data plane older than the store, such as a restored one, is accepted: it holds no more. */
  private static boolean isKnown(UUID orgId, List<StoreMark> known, StoreMark kept) {
    return kept.owner().equals(orgId)
        && (kept.number() == 0
            || known.contains(kept)
            || !known.isEmpty() && kept.number() < known.get(0).number());
  }

  /** Explains why a store with these marks, in ascending order, may not use the data plane. */
  private static String reason(UUID orgId, List<StoreMark> known, StoreMark kept, String location) {
    if (!kept.owner().equals(orgId)) {
      return "%s belongs to another store, whose organisation is %s; this store's organisation is %s"
          .formatted(location, kept.owner(), orgId);
    }
    if (known.isEmpty()) {
      return "this store has no record of %s, which a later state of this store left at %s"
          .formatted(location, text(kept));
    }
    StoreMark last = known.get(known.size() - 1);
    String fault =
        last.number() < kept.number()
            ? "this store is older than the data in %s"
            : "this store is a copy of the store that now uses %s";
    return (fault + ": the store is at %s, the data plane at %s")
        .formatted(location, text(last), text(kept));
  }

  private static String text(StoreMark mark) {
    return "mark %d of %s".formatted(mark.number(), mark.at());
  }

  /**
   * Makes a new mark: a store without it, such as an earlier backup, is refused from now on.
   *
   * @throws OlderStoreException when another store has used the data plane since
   */
  public void advance(UUID orgId, UUID clusterId, DataPlane dataPlane) {
    check(orgId, clusterId, dataPlane);
    long kept = dataPlane.claimedBy().map(StoreMark::number).orElse(0L);
    StoreMark next =
        store.inTransaction(
            tx -> {
              tx.lockOrg(orgId);
              tx.clusters().deleteMarksBefore(clusterId, kept);
              return insertNext(tx, orgId, clusterId, kept);
            });
    writeMark(next, clusterId, dataPlane);
  }

  /**
   * Stores the last mark in the data plane, in case a server was killed before it did so.
   *
   * @throws OlderStoreException when another store has used the data plane since
   */
  public void catchUp(UUID orgId, UUID clusterId, DataPlane dataPlane) {
    List<StoreMark> known = store.inTransaction(tx -> tx.clusters().marks(clusterId));
    if (known.isEmpty()) {
      advance(orgId, clusterId, dataPlane);
    } else {
      writeMark(known.get(known.size() - 1), clusterId, dataPlane);
    }
  }

  /** Makes the store the owner of the data plane, whichever store owned it before. */
  public void takeOver(UUID orgId, UUID clusterId, DataPlane dataPlane) {
    boolean kept = false;
    while (!kept) {
      Optional<StoreMark> before = dataPlane.claimedBy();
      StoreMark next =
          store.inTransaction(
              tx -> {
                tx.lockOrg(orgId);
                StoreMark last =
                    insertNext(tx, orgId, clusterId, before.map(StoreMark::number).orElse(0L));
                tx.clusters().deleteMarksBefore(clusterId, last.number());
                return last;
              });
      kept = dataPlane.claim(before, next);
    }
  }

  private StoreMark insertNext(Transaction tx, UUID orgId, UUID clusterId, long atLeast) {
    long last =
        tx.clusters().marks(clusterId).stream().mapToLong(StoreMark::number).max().orElse(0);
    StoreMark next =
        new StoreMark(orgId, Math.max(last, atLeast) + 1, ids.next(), WorkRunner.now(clock));
    tx.clusters().insertMark(clusterId, next);
    return next;
  }

  /** Does nothing if another server of the store has stored a later mark already. */
  private void writeMark(StoreMark mark, UUID clusterId, DataPlane dataPlane) {
    boolean kept = false;
    while (!kept) {
      Optional<StoreMark> before = dataPlane.claimedBy();
      check(mark.owner(), clusterId, dataPlane);
      kept =
          before.filter(one -> one.number() >= mark.number()).isPresent()
              || dataPlane.claim(before, mark);
    }
  }
}
