package dev.goldenrod.port;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditFilter;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Audit events in the order they were appended. They are never changed, and deleted only by age.
 */
public interface AuditRepository extends PagedRepository<AuditEvent> {
  void append(AuditEvent event);

  /**
   * Returns a page of the selected events, newest first. It reads events until the page is full, so
   * a selection of few events takes as long as reading all of the organization.
   *
   * @param after only events behind that place, even if it was deleted; null for the first page
   */
  List<AuditEvent> list(UUID orgId, AuditFilter filter, @Nullable Place after, int limit);

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
