package dev.goldenrod.control;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the audit log. */
public final class AuditLog {
  private final ControlContext context;

  private final UUID org;

  AuditLog(ControlContext context, UUID org) {
    this.context = context;
    this.org = org;
  }

  /**
   * Returns the newest events first. Operators only.
   *
   * @param limit 1 to 1000
   * @param before only events older than this one, which must still exist; null for the newest
   */
  public List<AuditEvent> list(Actor actor, int limit, @Nullable UUID before) {
    return list(actor, new PageRequest(limit, before, null)).rows();
  }

  /** Returns a page of the events, newest first. Operators only. */
  public Page<AuditEvent> list(Actor actor, PageRequest page) {
    actor.requireOperator();
    return context.read(tx -> page.read("audit", actor.orgId(), tx.audit(), AuditEvent::id));
  }

  /**
   * Returns the events after a number, oldest first, without a check of permissions. Meant for the
   * embedding program to export the log.
   *
   * @param number an event's number; 0 to begin with the first event that is kept
   * @param limit 1 to 1000
   */
  public List<AuditEntry> after(long number, int limit) {
    PageRequest.requireLimit(limit);
    return context.read(tx -> tx.audit().listAfter(org, number, limit));
  }

  /** Returns the largest event number; 0 if there is no event. */
  public long lastNumber() {
    return context.read(tx -> tx.audit().lastNumber(org));
  }
}
