package dev.goldenrod.port;

import dev.goldenrod.audit.AuditEvent;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Audit events: appended, never changed. */
public interface AuditRepository {
  void append(AuditEvent event);

  /**
   * Events in the order they were appended, newest first.
   *
   * @param before only events older than this one, or null for the newest; an unknown id gives none
   * @param limit at most so many
   */
  List<AuditEvent> list(UUID orgId, @Nullable UUID before, int limit);
}
