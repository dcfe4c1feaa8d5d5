package dev.goldenrod.reconcile;

import dev.goldenrod.Retention;
import dev.goldenrod.port.Store;
import dev.goldenrod.port.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToIntFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes expired records, a batch of each kind in its own transaction. While there are more, the
 * next pass deletes the next batch; otherwise the next pass is an hour later. Servers that share a
 * store may do this concurrently.
 */
final class ExpiredRecords {
  private static final Logger LOG = LoggerFactory.getLogger(ExpiredRecords.class);
  private static final int BATCH = 500;
  private static final Duration INTERVAL = Duration.ofHours(1);

  private final Store store;
  private final Retention retention;
  private Instant nextPass = Instant.MIN;

  ExpiredRecords(Store store, Retention retention) {
    this.store = store;
    this.retention = retention;
  }

  /** Deletes expired records if a pass is due; a failed pass is retried in an hour. */
  synchronized void delete(Instant now) {
    if (now.isBefore(nextPass)) {
      return;
    }
    nextPass = now.plus(INTERVAL);
    try {
      if (deleteBatches(now)) {
        nextPass = now;
      }
    } catch (RuntimeException broken) {
      LOG.warn("Cannot purge expired records, will retry", broken);
    }
  }

  private boolean deleteBatches(Instant now) {
    Instant audited = now.minus(retention.auditEvents());
    Instant ended = now.minus(retention.endedImports());
    Instant expired = now.minus(retention.expiredAccess());
    List<ToIntFunction<Transaction>> kinds =
        List.of(
            tx -> tx.audit().deleteCreatedBefore(audited, BATCH),
            tx -> tx.imports().deleteEndedBefore(ended, BATCH),
            tx -> tx.tokens().deleteExpiredBefore(expired, BATCH),
            tx -> tx.invites().deleteExpiredBefore(expired, BATCH));
    return kinds.stream().mapToInt(this::deleteBatch).max().orElse(0) >= BATCH;
  }

  private int deleteBatch(ToIntFunction<Transaction> kind) {
    return store.inTransaction(kind::applyAsInt);
  }
}
