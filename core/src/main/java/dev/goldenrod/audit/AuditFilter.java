package dev.goldenrod.audit;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A selection of audit events. An event has to meet all conditions.
 *
 * @param text a part of the action or the target; empty for any
 * @param kind the noun of the target, such as {@code instance}; empty for any
 * @param actorId the member who made the change; null for any
 * @param from the earliest time; null for any
 * @param until the time before which the event was created; null for any
 */
public record AuditFilter(
    String text,
    String kind,
    @Nullable UUID actorId,
    @Nullable Instant from,
    @Nullable Instant until) {
  /** The selection of all events. */
  public static final AuditFilter NONE = new AuditFilter("", "", null, null, null);

  public AuditFilter {
    Objects.requireNonNull(text);
    Objects.requireNonNull(kind);
  }

  /** Returns whether the event meets all conditions. */
  public boolean selects(AuditEvent event) {
    return (event.action().contains(text) || event.target().contains(text))
        && (kind.isEmpty() || event.target().startsWith(kind + "/"))
        && (actorId == null || actorId.equals(event.actorId()))
        && (from == null || !event.createdAt().isBefore(from))
        && (until == null || event.createdAt().isBefore(until));
  }
}
