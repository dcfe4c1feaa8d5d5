package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.control.context.ControlContext;
import dev.goldenrod.member.Actor;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads what was changed by whom. */
public final class AuditLog {
  private static final int MAX_LIMIT = 1000;

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
   * @param before only events older than this one; null for the newest
   */
  public List<AuditEvent> list(Actor actor, int limit, @Nullable UUID before) {
    actor.requireOperator();
    requireLimit(limit);
    return context.store().inTransaction(tx -> tx.audit().list(actor.orgId(), before, limit));
  }

  /**
   * All events after a number, oldest first: for the program that runs the control plane and takes
   * the log elsewhere.
   *
   * @param number of an entry; 0 for the first event that is kept
   * @param limit 1 to 1000
   */
  public List<AuditEntry> after(long number, int limit) {
    requireLimit(limit);
    return context.store().inTransaction(tx -> tx.audit().listAfter(org, number, limit));
  }

  /** The largest number of an event; 0 when there is none. */
  public long lastNumber() {
    return context.store().inTransaction(tx -> tx.audit().lastNumber(org));
  }

  /** Refuses another length of a page than 1 to 1000. */
  static void requireLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw ControlPlaneException.invalid("limit", limit + " must be 1 to " + MAX_LIMIT);
    }
  }
}
