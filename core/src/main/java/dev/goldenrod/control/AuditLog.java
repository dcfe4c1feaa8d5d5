package dev.goldenrod.control;

import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads what was changed by whom. */
public final class AuditLog {
  private final ControlContext context;

  private final UUID org;

  AuditLog(ControlContext context, UUID org) {
    this.context = context;
    this.org = org;
  }

  /**
   * The newest events first. Operators only.
   *
   * @param limit 1 to 1000
   * @param before only events older than this one, which must still be there; null for the newest
   */
  public List<AuditEvent> list(Actor actor, int limit, @Nullable UUID before) {
    return list(actor, new PageRequest(limit, before, null)).rows();
  }

  /** A page of the same list. */
  public Page<AuditEvent> list(Actor actor, PageRequest page) {
    actor.requireOperator();
    return context
        .store()
        .inTransaction(tx -> page.read("audit", actor.orgId(), tx.audit(), AuditEvent::id));
  }

  /**
   * All events after a number, oldest first: for the program that runs the control plane and takes
   * the log elsewhere.
   *
   * @param number of an entry; 0 for the first event that is kept
   * @param limit 1 to 1000
   */
  public List<AuditEntry> after(long number, int limit) {
    PageRequest.requireLimit(limit);
    return context.store().inTransaction(tx -> tx.audit().listAfter(org, number, limit));
  }

  /** The largest number of an event; 0 when there is none. */
  public long lastNumber() {
    return context.store().inTransaction(tx -> tx.audit().lastNumber(org));
  }
}
