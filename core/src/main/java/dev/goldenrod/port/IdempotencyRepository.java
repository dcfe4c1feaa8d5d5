package dev.goldenrod.port;

import dev.goldenrod.idempotency.IdempotencyRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/** Idempotency records, one for each caller and key. */
public interface IdempotencyRepository {
  /**
   * Inserts the row; returns false, without effect, when the caller used the key already. Of
   * several concurrent calls one inserts, and the others wait for the end of its transaction: if it
   * commits, they return false; if it is rolled back, the next one inserts.
   */
  boolean insertIfAbsent(IdempotencyRecord answer);

  Optional<IdempotencyRecord> find(UUID userId, String key);

  /** Replaces the row of the same caller and key; no effect when there is none. */
  void update(IdempotencyRecord answer);

  /** Deletes the row; no effect when there is none. */
  void delete(UUID userId, String key);

  /** Deletes all rows created before the given time. */
  void deleteCreatedBefore(Instant time);
}
