package dev.goldenrod.reconcile;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.IdGenerator;
import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.StoreMark;
import dev.goldenrod.port.Transaction;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keeps in a data plane how far its store has come, so that a store which is older than what the
 * data plane holds, or a copy of one that went on without it, is found out. Thread-safe.
 *
 * <p>A mark is in the store before it is in the data plane. The store keeps the marks that the data
 * plane may have, and no older ones.
 */
public final class StoreMarks {
  private final Store store;
  private final Clock clock;
  private final IdGenerator ids;

  /** The marks that the store keeps. */
  public StoreMarks(Store store, Clock clock, IdGenerator ids) {
    this.store = store;
    this.clock = clock;
    this.ids = ids;
  }

  /**
   * Ensures that the store may work in the data plane.
   *
   * @param clusterId null when the store does not know the data plane
   * @throws OlderStoreException when the store does not know all that the data plane may hold
   */
  public void check(UUID orgId, @Nullable UUID clusterId, DataPlane dataPlane) {
    dataPlane.claimedBy().ifPresent(mark -> check(orgId, clusterId, dataPlane, mark));
  }

  /** The store is asked last: another of its servers may have made the mark just now. */
  private void check(
      UUID orgId, @Nullable UUID clusterId, DataPlane dataPlane, StoreMark claimedBy) {
    List<StoreMark> known =
        clusterId == null ? List.of() : store.inTransaction(tx -> tx.clusters().marks(clusterId));
    if (!isKnown(orgId, known, claimedBy)) {
      throw OlderStoreMessage.refusal(orgId, known, claimedBy, dataPlane.location());
    }
  }

  /** A data plane that is older than the store, such as one that was restored, holds no more. */
  private static boolean isKnown(UUID orgId, List<StoreMark> known, StoreMark kept) {
    return kept.owner().equals(orgId)
        && (kept.number() == 0
            || known.contains(kept)
            || !known.isEmpty() && kept.number() < known.get(0).number());
  }

  /**
   * Makes a new mark: a store without it, such as a backup from before, is refused from now on.
   *
   * @throws OlderStoreException when another store has gone on with the data plane meanwhile
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
    keep(next, clusterId, dataPlane);
  }

  /**
   * Brings the data plane to the store's last mark, which a server may have been killed before.
   *
   * @throws OlderStoreException when another store has gone on with the data plane meanwhile
   */
  public void catchUp(UUID orgId, UUID clusterId, DataPlane dataPlane) {
    List<StoreMark> known = store.inTransaction(tx -> tx.clusters().marks(clusterId));
    if (known.isEmpty()) {
      advance(orgId, clusterId, dataPlane);
    } else {
      keep(known.get(known.size() - 1), clusterId, dataPlane);
    }
  }

  /** Makes the data plane the store's, whatever it was before. */
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
        new StoreMark(
            orgId,
            Math.max(last, atLeast) + 1,
            ids.next(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    tx.clusters().insertMark(clusterId, next);
    return next;
  }

  /** Unless another server of the store has come further already. */
  private void keep(StoreMark mark, UUID clusterId, DataPlane dataPlane) {
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
