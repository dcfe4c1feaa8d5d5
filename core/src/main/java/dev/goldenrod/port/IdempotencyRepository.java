package dev.goldenrod.port;

import dev.goldenrod.idempotency.IdempotencyRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Kept answers, one for each caller and idempotency key. */
public interface IdempotencyRepository {
  /**
   * Inserts the row; false, without effect, when the caller used the key already. Of several at the
   * same time one inserts, and the others wait for the end of its transaction: when it committed
   * they learn of it, when it was undone the next one inserts.
   */
  boolean insertIfAbsent(IdempotencyRecord answer);

  Optional<IdempotencyRecord> find(UUID userId, String key);

  /** Replaces the row of the same caller and key; without effect when there is none. */
  void update(IdempotencyRecord answer);

  /** Removes the row; without effect when there is none. */
  void delete(UUID userId, String key);

  /** Removes all rows created before that time. */
  void deleteCreatedBefore(Instant time);
}
