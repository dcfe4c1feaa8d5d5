package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.audit.AuditEntry;
import dev.goldenrod.audit.AuditEvent;
import dev.goldenrod.audit.AuditFilter;
import dev.goldenrod.audit.AuditTarget;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.AuditRepository;
import dev.goldenrod.port.PagedRepository;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.ValueNormalizer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    return list(actor, AuditFilter.NONE, page);
  }

  /**
   * Returns a page of the selected events, newest first. Operators only.
   *
   * @throws ControlPlaneException if the filter's text cannot occur in an event
   */
  public Page<AuditEvent> list(Actor actor, AuditFilter filter, PageRequest page) {
    actor.requireOperator();
    if (!ValueNormalizer.isStorable(filter.text())) {
      throw ControlPlaneException.invalid("text", "must not contain control characters");
    }
    return context.read(
        tx -> page.read("audit", actor.orgId(), new Selected(tx.audit(), filter), AuditEvent::id));
  }

  /**
   * Returns the targets of the events that still exist, by {@link AuditEvent#target}, and the
   * sources of imports. Members, tokens and invitations are left out. Takes a query or two for each
   * kind of target. Operators only.
   */
  public Map<String, AuditTarget> targets(Actor actor, List<AuditEvent> events) {
    actor.requireOperator();
    return context.read(tx -> new AuditTargets(tx, actor.orgId(), events).find());
  }

  private record Selected(AuditRepository events, AuditFilter filter)
      implements PagedRepository<AuditEvent> {
    @Override
    public List<AuditEvent> list(UUID orgId, @Nullable Place after, int limit) {
      return events.list(orgId, filter, after, limit);
    }

    @Override
    public Optional<Place> place(UUID orgId, UUID id) {
      return events.place(orgId, id);
    }
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
