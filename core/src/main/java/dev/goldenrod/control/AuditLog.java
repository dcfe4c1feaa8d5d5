package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
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

  AuditLog(ControlContext context) {
    this.context = context;
  }

  /**
   * The newest events first. Admins only.
   *
   * @param limit 1 to 1000
   * @param before only events older than this one; null for the newest
   */
  public List<AuditEvent> list(Actor actor, int limit, @Nullable UUID before) {
    actor.requireAdmin();
    requireLimit(limit);
    return context.store().inTransaction(tx -> tx.audit().list(actor.orgId(), before, limit));
  }

  /** Refuses another length of a page than 1 to 1000. */
  static void requireLimit(int limit) {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw ControlPlaneException.invalid("limit", limit + " must be 1 to " + MAX_LIMIT);
    }
  }
}
