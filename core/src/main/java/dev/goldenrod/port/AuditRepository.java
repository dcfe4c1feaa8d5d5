package dev.goldenrod.port;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** Audit events in the order they were appended: never changed, deleted by age alone. */
public interface AuditRepository extends PagedRepository<AuditEvent> {
  void append(AuditEvent event);

  /**
   * Events in the order they were appended, oldest first, and what number each has.
   *
   * @param number only events of larger numbers; 0 for all
   * @param limit at most so many
   */
  List<AuditEntry> listAfter(UUID orgId, long number, int limit);

  /** The largest number that an event of the organisation has; 0 when there is none. */
  long lastNumber(UUID orgId);

  /**
   * Events of that action on that target, in the order they were appended, newest first.
   *
   * @param since only events created after that time
   * @param limit at most so many
   */
  List<AuditEvent> listSince(UUID orgId, String action, String target, Instant since, int limit);

  /**
   * Deletes the oldest events of all organisations that were created before that time.
   *
   * @param limit at most so many
   * @return how many there were
   */
  int deleteCreatedBefore(Instant time, int limit);
}
