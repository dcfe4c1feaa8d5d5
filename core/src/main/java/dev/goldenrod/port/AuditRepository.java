package dev.goldenrod.port;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/**
 * Audit events in the order they were appended. They are never changed, and deleted only by age.
 */
public interface AuditRepository extends PagedRepository<AuditEvent> {
  void append(AuditEvent event);

  /**
   * Returns events with their numbers, oldest first.
   *
   * @param number only events with larger numbers; 0 for all
   */
  List<AuditEntry> listAfter(UUID orgId, long number, int limit);

  /** Returns the largest number of the organization's events; 0 when there are none. */
  long lastNumber(UUID orgId);

  /**
   * Returns the events of an action on a target, newest first.
   *
   * @param since only events created after that time
   */
  List<AuditEvent> listSince(UUID orgId, String action, String target, Instant since, int limit);

  /**
   * Deletes the oldest events, of all organizations, that were created before the given time.
   *
   * @return the number of deleted events
   */
  int deleteCreatedBefore(Instant time, int limit);
}
